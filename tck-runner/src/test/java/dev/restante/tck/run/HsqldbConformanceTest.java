package dev.restante.tck.run;

final class HsqldbConformanceTest extends RestanteConformance {

    @Override
    String providerName() {
        return "restante-hsqldb";
    }
}
