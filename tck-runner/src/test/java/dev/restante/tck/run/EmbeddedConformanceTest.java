package dev.restante.tck.run;

final class EmbeddedConformanceTest extends RestanteConformance {

    @Override
    boolean isOn(String providerName) {
        return providerName.equals(EMBEDDED);
    }
}
