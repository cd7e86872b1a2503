// The update loop of a game
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

struct Entity {
    float x = 0, y = 0;
    virtual ~Entity() {}
};

struct Moving : Entity {
    float vx = 1, vy = 1;
};

struct Monster : Moving {
    int hunger = 0;
};

struct Bullet : Moving {
    int age = 0;
};

struct Tree : Entity {
    int apples = 0;
};

struct Door : Entity {
    bool open = false;
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

static void update(Entity *e, int tick)
{
    if (auto *m = dynamic_cast<Moving *>(e)) {
        m->x += m->vx;
        m->y += m->vy;
        if (m->x > 1000 || m->x < 0)
            m->vx = -m->vx;
        if (m->y > 1000 || m->y < 0)
            m->vy = -m->vy;
    }
    if (auto *m = dynamic_cast<Monster *>(e))
        m->hunger++;
    else if (auto *b = dynamic_cast<Bullet *>(e))
        b->age += 2;
    else if (auto *t = dynamic_cast<Tree *>(e))
        t->apples += tick % 64 == 0;
    else if (auto *d = dynamic_cast<Door *>(e))
        d->open = !d->open;
}

int main()
{
    auto world = make_world(4000);
    const int ticks = 9000;

    for (int tick = 0; tick < ticks; tick++)
        for (auto &e : world)
            update(e.get(), tick);

    double x = 0, y = 0;
    for (auto &e : world) {
        x += e->x;
        y += e->y;
    }
    std::printf("centre %.3f %.3f\n", x / world.size(), y / world.size());
}
