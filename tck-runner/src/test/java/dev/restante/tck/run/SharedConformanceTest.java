package dev.restante.tck.run;

final class SharedConformanceTest extends RestanteConformance {

    @Override
    boolean isOn(String providerName) {
        return !providerName.equals(EMBEDDED);
    }
}
