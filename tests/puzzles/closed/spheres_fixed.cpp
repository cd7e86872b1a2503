// Ray tracing in one weekend, the first chapters
#include <cmath>
#include <cstdio>
#include <vector>

class vec3 {
public:
    vec3() : e{0, 0, 0} {}
    vec3(double x, double y, double z) : e{x, y, z} {}
    double x() const { return e[0]; }
    double y() const { return e[1]; }
    double z() const { return e[2]; }
    double length_squared() const { return e[0] * e[0] + e[1] * e[1] + e[2] * e[2]; }
    double length() const { return std::sqrt(length_squared()); }

private:
    double e[3];
};

inline vec3 operator+(const vec3 &u, const vec3 &v)
{
    return vec3(u.x() + v.x(), u.y() + v.y(), u.z() + v.z());
}
inline vec3 operator-(const vec3 &u, const vec3 &v)
{
    return vec3(u.x() - v.x(), u.y() - v.y(), u.z() - v.z());
}
inline vec3 operator*(double t, const vec3 &v)
{
    return vec3(t * v.x(), t * v.y(), t * v.z());
}
inline double dot(const vec3 &u, const vec3 &v)
{
    return u.x() * v.x() + u.y() * v.y() + u.z() * v.z();
}
inline vec3 unit(const vec3 &v) { return (1 / v.length()) * v; }

struct sphere {
    vec3 center;
    double radius;
};

struct ray {
    vec3 origin, direction;
    vec3 at(double t) const { return origin + t * direction; }
};

static double hit(const sphere &s, const ray &r)
{
    vec3 oc = r.origin - s.center;
    double a = r.direction.length_squared();
    double half_b = dot(oc, r.direction);
    double c = oc.length_squared() - s.radius * s.radius;
    double discriminant = half_b * half_b - a * c;
    return discriminant < 0 ? -1 : (-half_b - std::sqrt(discriminant)) / a;
}

static vec3 color(const std::vector<sphere> &world, const ray &r)
{
    double nearest = 1e30;
    const sphere *found = nullptr;
    for (const auto &s : world) {
        double t = hit(s, r);
        if (t > 0.001 && t < nearest) {
            nearest = t;
            found = &s;
        }
    }
    if (found) {
        vec3 n = unit(r.at(nearest) - found->center);
        return 0.5 * (n + vec3(1, 1, 1));
    }
    double t = 0.5 * (unit(r.direction).y() + 1);
    return (1 - t) * vec3(1, 1, 1) + t * vec3(0.5, 0.7, 1.0);
}

int main()
{
    const int width = 800, height = 450;
    std::vector<sphere> world{{vec3(0, -100.5, -1), 100}};
    for (int i = 0; i < 60; i++)
        world.push_back({vec3(i % 10 * 0.4 - 2, i / 10 * 0.4 - 1, -2 - i * 0.02), 0.18});

    vec3 total;
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            ray r{vec3(), vec3(3.55 * i / width - 1.78, 1 - 2.0 * j / height, -1)};
            total = total + color(world, r);
        }
    std::printf("%.4f %.4f %.4f\n", total.x() / width / height,
                total.y() / width / height, total.z() / width / height);
}
