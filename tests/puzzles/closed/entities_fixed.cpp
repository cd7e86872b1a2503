// The update loop of a game
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

struct Entity {
    float x = 0, y = 0;
    virtual ~Entity() {}
    virtual void update(int tick) = 0;
};

struct Moving : Entity {
    float vx = 1, vy = 1;
    void update(int) override
    {
        x += vx;
        y += vy;
        if (x > 1000 || x < 0)
            vx = -vx;
        if (y > 1000 || y < 0)
            vy = -vy;
    }
};

struct Monster : Moving {
    int hunger = 0;
    void update(int tick) override { Moving::update(tick); hunger++; }
};

struct Bullet : Moving {
    int age = 0;
    void update(int tick) override { Moving::update(tick); age += 2; }
};

struct Tree : Entity {
    int apples = 0;
    void update(int tick) override { apples += tick % 64 == 0; }
};

struct Door : Entity {
    bool open = false;
    void update(int) override { open = !open; }
};

static uint32_t seed = 11;

static uint32_t rnd()
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 12;
}

static std::vector<std::unique_ptr<Entity>> make_world(int n)
{
    std::vector<std::unique_ptr<Entity>> world;
    for (int i = 0; i < n; i++) {
        switch (i * 4 / n) {
        case 0: world.emplace_back(new Monster); break;
        case 1: world.emplace_back(new Bullet); break;
        case 2: world.emplace_back(new Tree); break;
        default: world.emplace_back(new Door); break;
        }
        world.back()->x = rnd() % 1000;
        world.back()->y = rnd() % 1000;
    }
    return world;
}

int main()
{
    auto world = make_world(4000);
    const int ticks = 9000;

    for (int tick = 0; tick < ticks; tick++)
        for (auto &e : world)
            e->update(tick);

    double x = 0, y = 0;
    for (auto &e : world) {
        x += e->x;
        y += e->y;
    }
    std::printf("centre %.3f %.3f\n", x / world.size(), y / world.size());
}
