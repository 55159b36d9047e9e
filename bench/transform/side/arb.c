/* The transforms and masses of bench/transform by Arb's acb_calc_integrate: lines "name; seconds; value". Only those on an interval, or with an exponential. */
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <acb_calc.h>
#include <acb_hypgeom.h>

typedef struct { int kind; double r; } par;

static int f(acb_ptr z, const acb_t x, void *p, slong order, slong prec)
{
    par *q = p;
    acb_t t, nu, w;
    acb_init(t);
    acb_init(nu);
    acb_init(w);
    acb_set_d(w, q->r);
    acb_mul(w, w, x, prec);
    switch (q->kind) {
    case 0: /* e^{-2.57 x} J_1(rx) */
        acb_set_ui(nu, 1);
        acb_hypgeom_bessel_j(z, nu, w, prec);
        acb_mul_si(t, x, -257, prec);
        acb_div_ui(t, t, 100, prec);
        acb_exp(t, t, prec);
        break;
    case 1: /* e^{-x^2/2} J_0(rx) x */
        acb_hypgeom_bessel_j(z, nu, w, prec);
        acb_mul(t, x, x, prec);
        acb_mul_2exp_si(t, t, -1);
        acb_neg(t, t);
        acb_exp(t, t, prec);
        acb_mul(t, t, x, prec);
        break;
    case 2: /* J_0(rx) x / sqrt(1-x) */
        acb_hypgeom_bessel_j(z, nu, w, prec);
        acb_sub_ui(t, x, 1, prec);
        acb_neg(t, t);
        acb_sqrt_analytic(t, t, order != 0, prec);
        acb_div(t, x, t, prec);
        break;
    }
    if (q->kind == 3) { /* |x^2 (e^{-x^2/2} - 1000 e^{-50 x^2})| sqrt(2/pi) */
        acb_mul(w, x, x, prec);
        acb_mul_si(t, w, -50, prec);
        acb_exp(t, t, prec);
        acb_mul_si(t, t, -1000, prec);
        acb_mul_2exp_si(nu, w, -1);
        acb_neg(nu, nu);
        acb_exp(nu, nu, prec);
        acb_add(t, t, nu, prec);
        acb_mul(t, t, w, prec);
        acb_real_abs(z, t, order != 0, prec);
        acb_const_pi(t, prec);
        acb_mul_2exp_si(t, t, -1);
        acb_rsqrt(t, t, prec);
    }
    acb_mul(z, z, t, prec);
    acb_clear(t);
    acb_clear(nu);
    acb_clear(w);
    return 0;
}

static void run(const char *name, int kind, double r, double hi, slong digits)
{
    slong prec = digits * 3.33 + 30;
    par p;
    acb_t a, b, z;
    mag_t tol;
    acb_calc_integrate_opt_t opt;
    clock_t start = clock();
    p.kind = kind;
    p.r = r;
    acb_init(a);
    acb_init(b);
    acb_init(z);
    mag_init(tol);
    mag_set_ui_2exp_si(tol, 1, -prec);
    acb_calc_integrate_opt_init(opt);
    acb_set_d(b, hi);
    acb_calc_integrate(z, f, &p, a, b, digits * 3.33, tol, opt, prec);
    printf("%s;%.3f;", name, (double)(clock() - start) / CLOCKS_PER_SEC);
    arb_printn(acb_realref(z), digits, ARB_STR_NO_RADIUS);
    printf("\n");
    fflush(stdout);
    acb_clear(a);
    acb_clear(b);
    acb_clear(z);
    mag_clear(tol);
}

int main(int argc, char **argv)
{
    slong d = argc > 1 ? atol(argv[1]) : 30;
    run("exp, r = 10", 0, 10, d * 2.31 / 2.57 + 4, d);
    run("exp, r = 1000", 0, 1000, d * 2.31 / 2.57 + 4, d);
    run("gauss", 1, 3, 4 + 2.2 * sqrt((double)d), d);
    run("root end", 2, 5, 1, d);
    run("‖m‖, gaussians", 3, 1, 4 + 2.2 * sqrt((double)d), d);
    flint_cleanup();
    return 0;
}
