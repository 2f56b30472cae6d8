package dev.restante.tck.run;

final class PostgresqlConformanceTest extends RestanteConformance {

    @Override
    String providerName() {
        return "restante-postgresql";
    }
}
