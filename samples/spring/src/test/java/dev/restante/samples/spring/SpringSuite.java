package dev.restante.samples.spring;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Tests of Spring that run on every database. */
abstract class SpringSuite {

    abstract String storeUrl();

    @Nested
    @DisplayName("templates")
    class Templates extends TemplateContract {
        @Override
        String storeUrl() {
            return SpringSuite.this.storeUrl();
        }
    }

    @Nested
    @DisplayName("wrappers")
    class Wrappers extends WrapperContract {
        @Override
        String storeUrl() {
            return SpringSuite.this.storeUrl();
        }
    }

    @Nested
    @DisplayName("containers")
    class Containers extends ContainerContract {
        @Override
        String storeUrl() {
            return SpringSuite.this.storeUrl();
        }
    }

    @Nested
    @DisplayName("annotated listeners")
    class Annotations extends AnnotationContract {
        @Override
        String storeUrl() {
            return SpringSuite.this.storeUrl();
        }
    }

    @Nested
    @DisplayName("application transactions")
    class JdbcTransactionProvider extends JdbcTransactionContract {
        @Override
        String storeUrl() {
            return SpringSuite.this.storeUrl();
        }
    }
}
