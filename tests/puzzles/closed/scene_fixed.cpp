// A small ray caster, two threads take turns at the rows of the picture
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

struct Material {
    float r, g, b;
    float shine;
};

struct Sphere {
    float x, y, z, radius;
    std::shared_ptr<Material> material;
};

struct Hit {
    float t = 1e30f;
    const Sphere *sphere = nullptr;
};

class Scene {
public:
    void add(std::shared_ptr<Sphere> s) { spheres_.push_back(s); }

    Hit trace(float dx, float dy, float dz) const
    {
        Hit best;
        for (const auto &sphere : spheres_) {
            float t = intersect(*sphere, dx, dy, dz);
            if (t > 0 && t < best.t) {
                best.t = t;
                best.sphere = sphere.get();
            }
        }
        return best;
    }

private:
    static float intersect(const Sphere &s, float dx, float dy, float dz)
    {
        float b = s.x * dx + s.y * dy + s.z * dz;
        float c = s.x * s.x + s.y * s.y + s.z * s.z - s.radius * s.radius;
        float d = b * b - c;
        return d < 0 ? -1 : b - std::sqrt(d);
    }

    std::vector<std::shared_ptr<Sphere>> spheres_;
};

static Scene make_scene()
{
    Scene scene;
    std::vector<std::shared_ptr<Material>> materials;
    for (int i = 0; i < 5; i++)
        materials.push_back(std::make_shared<Material>(
            Material{0.2f * i, 1 - 0.2f * i, 0.5f, 0.1f * i}));
    for (int i = 0; i < 60; i++) {
        float a = i * 0.7f;
        scene.add(std::make_shared<Sphere>(
            Sphere{3 * std::cos(a), 2 * std::sin(a * 1.3f), 8 + i * 0.13f,
                   0.5f, materials[i % 5]}));
    }
    return scene;
}

static float shade(const Hit &hit)
{
    const Material &m = *hit.sphere->material;
    return (m.r + m.g + m.b) / 3 * (1 + m.shine) / (1 + 0.05f * hit.t);
}

int main()
{
    const int width = 640, height = 480;
    std::vector<float> picture(width * height);
    const Scene scene = make_scene();
    std::atomic<int> next{0};

    auto render = [&] {
        for (int y; (y = next++) < height;)
            for (int x = 0; x < width; x++) {
                float dx = (x - width / 2) / 600.0f, dy = (y - height / 2) / 600.0f;
                float n = 1 / std::sqrt(dx * dx + dy * dy + 1);
                Hit hit = scene.trace(dx * n, dy * n, n);
                picture[y * width + x] = hit.sphere ? shade(hit) : 0;
            }
    };
    std::thread other(render);
    render();
    other.join();

    double sum = 0;
    int hits = 0;
    for (float p : picture) {
        sum += p;
        hits += p > 0;
    }
    std::printf("%d pixels hit, brightness %.3f\n", hits, sum);
}
