/* Times of acb_calc_integrate on the integrals of the benchmarks in package quad, one line "name ms enclosure" each. */
#include <stdio.h>
#include <time.h>
#include <acb_calc.h>
#include <acb_hypgeom.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static int agnesi(acb_ptr r, const acb_t z, void *p, slong order, slong prec)
{
    acb_mul(r, z, z, prec);
    acb_add_ui(r, r, 1, prec);
    acb_inv(r, r, prec);
    return 0;
}

static int root(acb_ptr r, const acb_t z, void *p, slong order, slong prec)
{
    acb_sqrt_analytic(r, z, order != 0, prec);
    return 0;
}

/* arccos(z/2) Lambda_16(omega z) z^15 with Lambda_16(x) = 0F1(8; -x^2/4) */
static int kernel(acb_ptr r, const acb_t z, void *p, slong order, slong prec)
{
    acb_t a, t, b;
    int cut = 0;
    acb_init(a);
    acb_init(t);
    acb_init(b);
    acb_mul_2exp_si(t, z, -1);
    if (order && arb_contains_zero(acb_imagref(t))) {
        arb_sub_ui(acb_realref(a), acb_realref(t), 1, prec);
        cut = !arb_is_negative(acb_realref(a));
        arb_add_ui(acb_realref(a), acb_realref(t), 1, prec);
        cut = cut || !arb_is_positive(acb_realref(a));
    }
    if (cut) {
        acb_indeterminate(r);
    } else {
        acb_acos(a, t, prec);
        acb_mul_ui(t, z, *(ulong *) p, prec);
        acb_mul(t, t, t, prec);
        acb_mul_2exp_si(t, t, -2);
        acb_neg(t, t);
        acb_set_ui(b, 8);
        acb_hypgeom_0f1(b, b, t, 0, prec);
        acb_mul(a, a, b, prec);
        acb_pow_ui(t, z, 15, prec);
        acb_mul(r, a, t, prec);
    }
    acb_clear(a);
    acb_clear(t);
    acb_clear(b);
    return 0;
}

static void measure(const char *name, acb_calc_func_t f, ulong omega, double hi, slong prec)
{
    acb_t a, b, r;
    mag_t tol;
    double best = 1e300;
    int i;
    acb_init(a);
    acb_init(b);
    acb_init(r);
    mag_init(tol);
    mag_set_ui_2exp_si(tol, 1, -prec);
    acb_set_d(b, hi);
    for (i = 0; i < 7; i++) {
        double t = now();
        acb_calc_integrate(r, f, &omega, a, b, prec, tol, NULL, prec);
        t = now() - t;
        if (t < best)
            best = t;
    }
    printf("%s %.3f ", name, best);
    arb_printn(acb_realref(r), 35, 0);
    printf("\n");
    fflush(stdout);
    acb_clear(a);
    acb_clear(b);
    acb_clear(r);
    mag_clear(tol);
}

int main(void)
{
    measure("agnesi/100", agnesi, 0, 1, 100);
    measure("root/100", root, 0, 1, 100);
    measure("kernel5/100", kernel, 5, 2, 100);
    measure("kernel40/100", kernel, 40, 2, 100);
    flint_cleanup();
    return 0;
}
