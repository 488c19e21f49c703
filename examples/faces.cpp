// SPDX-License-Identifier: MIT
// Principal components of pictures: faces that a few random numbers draw, the directions in which
// they differ most, and the faces put together again from a few of these (Sirovich and Kirby,
// "Low-dimensional procedure for the characterization of human faces", 1987). What is lost must be
// what the eigenvalues that were left out say.
#include <cmath>

#include "picture.hpp"
#include "program.hpp"

#if defined(__CUDACC__)
#include <twill/linalg.cuh>
#endif
#include <twill/linalg.hpp>
#include <twill/random.hpp>

namespace tw = twill;
namespace la = twill::linalg;
using example::format;
using example::format_ratio;
using example::format_time;

namespace {

template <int Rank>
using host_field = tw::host_array<float, Rank>;

struct request {
    tw::index_t faces = 512, side = 64;
    unsigned seed = 1;
};

/// Faces put together again from a mean and so many components.
struct again {
    tw::index_t count = 0;
    double error = 0;  ///< mean square of what is lost, a point
    host_field<2> some;
};
/// What comes of the faces, and seconds of the steps.
struct findings {
    host_field<2> faces, components;
    host_field<1> mean;
    tw::host_array<double, 2> covariances;
    tw::host_array<double> variances;  ///< from the greatest on
    std::vector<again> from;
    double draw = 0, products = 0, decompose = 0, components_time = 0;
};

/// Faces as rows: ovals lit from one side, with eyes that look somewhere, a nose and a mouth. One
/// statement, whose operands are coordinates and some random numbers for each face.
template <class Space>
tw::array<float, 2, Space> draw_faces(request const& r) {
    auto const across = tw::newaxis;
    auto const [key, noise] = split(tw::random::key(r.seed));
    tw::array<float, 2, Space> const traits =
        tw::random::normal<float>(key, tw::extents(9, r.faces));
    tw::index_t next = 0;
    // A number for each face, of a mean and a deviation, beside rows and columns.
    auto trait = [&](float mean, float deviation) {
        return mean + deviation * traits(next++)(tw::full_extent, across, across);
    };
    auto const line = tw::linspace(-1.0f, 1.0f, r.side);
    auto const x = line(across, across, tw::full_extent);
    auto const y = line(across, tw::full_extent, across);
    auto const spot = [](auto const& u, auto const& v, float size) {
        return exp((square(u) + square(v)) * (-1.0f / (size * size)));
    };
    auto const width = trait(0.62f, 0.05f), height = trait(0.82f, 0.04f),
               light = trait(0.0f, 0.22f);
    auto const apart = trait(0.26f, 0.025f), glance = trait(0.0f, 0.025f),
               brow = trait(0.12f, 0.025f);
    auto const smile = trait(0.15f, 0.25f), mouth = trait(0.5f, 0.03f), nose = trait(0.22f, 0.05f);

    auto const within = 1.0f - square(x / width) - square(y / height);
    auto const skin = (0.7f + light * x) / (1.0f + exp(-20.0f * within));
    auto const side_of_eye = abs(x) - apart;
    auto const eyes = 0.45f * spot(side_of_eye, 2.0f * (y + 0.2f), 0.13f) -
                      0.85f * spot(abs(x - glance) - apart, y + 0.2f, 0.055f);
    auto const brows = -0.4f * spot(0.4f * side_of_eye, y + 0.2f + brow, 0.04f);
    auto const ridge = 0.3f * light * spot(4.0f * (x - 0.06f * light), y - nose * 0.5f, 0.25f);
    auto const lips = -0.5f * spot(0.22f * x, y - mouth + smile * square(x), 0.05f);
    tw::array<float, 3, Space> const drawn =
        clip(skin + eyes + brows + ridge + lips, 0.0f, 1.0f) +
        0.01f * tw::random::normal<float>(noise, tw::extents(r.faces, r.side, r.side));
    return reshape(drawn, tw::extents(r.faces, r.side * r.side));
}

/// How many faces the picture shows, and from how many components.
constexpr tw::index_t shown = 6;
constexpr tw::index_t tried[] = {0, 2, 4, 16, 64};

/// Components are the eigenvectors of the covariances of points; the products of faces have the
/// same eigenvalues, and are fewer.
template <class Space>
findings analyse(request const& r, int repeats) {
    using matrix = tw::array<double, 2, Space>;
    findings f;
    auto timed = [&](double& seconds, auto&& step) {
        seconds = example::measure(repeats, [&] {
                      step();
                      example::finish<Space>();
                  }).median;
    };
    tw::array<float, 2, Space> faces;
    matrix products, vectors, components;
    tw::array<double, 1, Space> values;
    timed(f.draw, [&] { faces = draw_faces<Space>(r); });
    tw::array<float, 1, Space> const mean = tw::mean(faces, tw::axis<0>);
    matrix const centred = tw::cast<double>(faces - mean);
    auto const divisor = static_cast<double>(r.faces - 1);
    timed(f.products, [&] { products = matmul(centred, transpose(centred)) / divisor; });
    timed(f.decompose, [&] {
        auto found = la::eigh(products);
        values = std::move(found.eigenvalues);
        vectors = std::move(found.eigenvectors);
    });
    // From the greatest variance on, each of length one. The last one is 0: the mean is gone.
    tw::index_t const count = r.faces - 1;
    auto const order = tw::slice(r.faces - 1, 0, -1);
    tw::array<double, 1, Space> const variances = values(order);
    matrix const directions = transpose(vectors(tw::full_extent, order)) /
                              sqrt(divisor * variances(tw::full_extent, tw::newaxis));
    timed(f.components_time, [&] { components = matmul(directions, centred); });
    for (tw::index_t const k : tried) {
        if (k >= count)
            break;
        auto const first = components(tw::slice(0, k));
        matrix const part = matmul(matmul(centred, transpose(first)), first);
        double const lost = tw::item(tw::mean(square(centred - part)));
        f.from.push_back({k, lost,
                          tw::to_host(tw::array<float, 2, Space>(
                              tw::cast<float>(part(tw::slice(0, shown)) + mean)))});
    }
    f.faces = tw::to_host(faces);
    f.mean = tw::to_host(mean);
    f.components = tw::to_host(tw::array<float, 2, Space>(tw::cast<float>(components)));
    f.covariances = tw::to_host(products);
    f.variances = tw::to_host(variances);
    return f;
}

/// The same products by loops; their seconds.
double multiply_plainly(findings const& f, tw::host_array<double, 2>& to) {
    tw::index_t const faces = f.faces.extent(0), points = f.faces.extent(1);
    to = tw::host_array<double, 2>(faces, faces);
    return example::seconds([&] {
        for (tw::index_t i = 0; i < faces; ++i)
            for (tw::index_t j = 0; j < faces; ++j) {
                double sum = 0;
                for (tw::index_t p = 0; p < points; ++p) {
                    float const m = f.mean.data()[p];
                    float const a = f.faces.data()[i * points + p] - m;
                    float const b = f.faces.data()[j * points + p] - m;
                    sum += static_cast<double>(a) * static_cast<double>(b);
                }
                to.data()[i * faces + j] = sum / static_cast<double>(faces - 1);
            }
    });
}

bool write_picture(std::string const& path, request const& r, findings const& f) {
    constexpr double cell = 150, gap = 10, left = 190, head = 100;
    auto const rows = f.from.size() + 1;
    example::canvas page(static_cast<int>(left + static_cast<double>(shown) * (cell + gap) + 30),
                         static_cast<int>(head + static_cast<double>(rows) * (cell + gap) + 30));
    page.text(30, 36, 2.6, "Faces and their principal components", 0);
    page.text(30, 70, 1.8,
              format("%lld faces of %lld x %lld points", static_cast<long long>(r.faces),
                     static_cast<long long>(r.side), static_cast<long long>(r.side)),
              0);
    auto draw = [&](std::size_t row, tw::index_t column, auto&& shade) {
        double const x = left + static_cast<double>(column) * (cell + gap);
        double const y = head + static_cast<double>(row) * (cell + gap);
        auto const n = static_cast<double>(r.side);
        page.area(x, y, cell, cell, [&](double u, double v) {
            auto const i = std::min(static_cast<tw::index_t>((1 - v) * n), r.side - 1);
            auto const j = std::min(static_cast<tw::index_t>(u * n), r.side - 1);
            return shade(i * r.side + j);
        });
        page.frame(x, y, cell, cell, 1);
    };
    auto name = [&](std::size_t row, std::string const& words, std::string const& below) {
        double const y = head + static_cast<double>(row) * (cell + gap) + cell / 2;
        page.text(left - 16, y - 14, 1.8, words, 1);
        page.text(left - 16, y + 14, 1.8, below, 1);
    };
    auto grey = [](double g) {
        double const c = std::clamp(g, 0.0, 1.0);
        return example::colour{c, c, c};
    };
    // The originals, the components, and what comes of more and more of them.
    double const all = static_cast<double>(tw::item(tw::sum(f.variances)));
    name(0, "faces", "");
    for (tw::index_t k = 0; k < shown; ++k)
        draw(0, k, [&](tw::index_t p) { return grey(static_cast<double>(f.faces(k, p))); });
    name(1, "components", "");
    for (tw::index_t k = 0; k < shown; ++k) {
        auto const row = f.components(k);
        auto const reach = static_cast<double>(tw::item(tw::max(abs(row))));
        draw(1, k, [&](tw::index_t p) {
            return example::viridis(0.5 + 0.5 * static_cast<double>(row(p)) / reach);
        });
        page.text(left + static_cast<double>(k) * (cell + gap) + cell / 2,
                  head + 2 * cell + gap - 14, 1.6, format("%.1f %%", 100 * f.variances(k) / all),
                  0.5, example::paper);
    }
    for (std::size_t i = 1; i < f.from.size(); ++i) {
        name(i + 1, format("from %lld", static_cast<long long>(f.from[i].count)),
             format("%.1f %% left", 100 * (1 - f.from[i].error / f.from[0].error)));
        for (tw::index_t k = 0; k < shown; ++k)
            draw(i + 1, k,
                 [&](tw::index_t p) { return grey(static_cast<double>(f.from[i].some(k, p))); });
    }
    return page.write(path);
}

/// What is wrong with a result: products against the loops', components against unit vectors, and
/// what is lost against the variances that were left out.
struct errors {
    double products = 0, components = 0, lost = 0;
    bool fine() const { return products < 1e-9 && components < 1e-4 && lost < 1e-4; }
};
errors check(findings const& f, tw::host_array<double, 2> const& plain) {
    errors e;
    e.products = tw::item(tw::max(abs(f.covariances - plain))) / tw::item(tw::max(abs(plain)));
    auto const count = f.variances.size();
    auto const points = static_cast<double>(f.faces.extent(1));
    // Faces are counted in their mean, the variances by one less.
    double const scale = static_cast<double>(count) / static_cast<double>(count + 1) / points;
    tw::host_array<float, 2> const all = matmul(f.components, transpose(f.components));
    e.components = static_cast<double>(tw::item(tw::max(abs(all - tw::eye<float>(count)))));
    for (again const& a : f.from) {
        double const said = tw::item(tw::sum(f.variances(tw::slice(a.count, count)))) * scale;
        e.lost = std::max(e.lost, std::fabs(a.error - said) / said);
    }
    return e;
}

int demonstrate(request const& r, int repeats, std::string const& path,
                example::setting const& setting) {
    std::printf("%lld faces of %lld x %lld points, median of %d calls\nspace: %s\n\n",
                static_cast<long long>(r.faces), static_cast<long long>(r.side),
                static_cast<long long>(r.side), repeats, setting.text.c_str());
    example::warn_if_unoptimised();
    example::table table({"", "draw", "products", "speed-up", "eigh", "components"});
    findings found = analyse<tw::host_space>(r, repeats);
    tw::host_array<double, 2> plain;
    double const plain_seconds = multiply_plainly(found, plain);
    table.row({"plain loops, 1 CPU thread", "", format_time(plain_seconds)});
    errors worst;
    auto row = [&](char const* what) {
        table.row({what, format_time(found.draw), format_time(found.products),
                   format_ratio(plain_seconds / found.products), format_time(found.decompose),
                   format_time(found.components_time)});
        errors const e = check(found, plain);
        worst = {std::max(worst.products, e.products), std::max(worst.components, e.components),
                 std::max(worst.lost, e.lost)};
    };
    row("host space");
#if defined(__CUDACC__)
    if (setting.device) {
        found = analyse<tw::device_space>(r, repeats);
        // Its faces are the host's to rounding: the loops run again, over those.
        multiply_plainly(found, plain);
        row("device space");
    }
#endif
    table.print();
    std::printf("\n");
    example::table lost({"components", "variance left", "root of the mean square lost"});
    for (again const& a : found.from)
        lost.row({std::to_string(a.count),
                  format("%.2f %%", 100 * (1 - a.error / found.from[0].error)),
                  format("%.4f", std::sqrt(a.error))});
    lost.print();
    std::printf(
        "\nlargest difference of the products from the plain loops: %.2g, of the components from\n"
        "unit vectors at right angles: %.2g, of what is lost from the variances left out: %.2g  "
        "%s\n",
        worst.products, worst.components, worst.lost, worst.fine() ? "(rounding)" : "WRONG");
    if (!path.empty()) {
        if (!write_picture(path, r, found))
            throw std::runtime_error("cannot write " + path);
        std::printf("picture: %s\n", path.c_str());
    }
    return worst.fine() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    return example::run_program("faces", [&] {
        request r;
        example::shared_options shared;
        example::options options("faces", "The principal components of a set of pictures.");
        options.add('n', "faces", r.faces, "pictures");
        options.add('w', "side", r.side, "points of each side");
        options.add(0, "seed", r.seed, "which faces");
        shared.add_repeats(options, 5);
        shared.add_space(options);
        shared.add_picture(options, "faces");
        if (!options.parse(argc, argv))
            return 0;
        example::setting const setting = shared.settle();
        if (r.side < 16 || r.side > 512)
            throw std::invalid_argument("--side must be between 16 and 512");
        if (r.faces < 16 || r.faces > 8192 || r.faces > r.side * r.side)
            throw std::invalid_argument(
                "--faces must be between 16 and 8192, and no more than a face has points");
        return demonstrate(r, shared.repeats, shared.picture, setting);
    });
}
