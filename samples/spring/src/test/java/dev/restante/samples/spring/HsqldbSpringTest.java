package dev.restante.samples.spring;

import org.junit.jupiter.api.DisplayName;

@DisplayName("Spring on an embedded store")
class HsqldbSpringTest extends SpringSuite {

    private static final String STORE = "jdbc:hsqldb:mem:spring";

    @Override
    String storeUrl() {
        return STORE;
    }
}
