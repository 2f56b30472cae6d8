package dev.restante.samples.spring;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("Spring on an embedded store")
class HsqldbSpringTest {

    private static final String STORE = "jdbc:hsqldb:mem:spring";

    @Nested
    @DisplayName("templates")
    class Templates extends TemplateContract {
        @Override
        String storeUrl() {
            return STORE;
        }
    }

    @Nested
    @DisplayName("containers")
    class Containers extends ContainerContract {
        @Override
        String storeUrl() {
            return STORE;
        }
    }

    @Nested
    @DisplayName("annotated listeners")
    class Annotations extends AnnotationContract {
        @Override
        String storeUrl() {
            return STORE;
        }
    }
}
