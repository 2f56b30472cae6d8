package dev.restante.samples.spring;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** What Spring does with a provider, whatever the database. */
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
    @DisplayName("transactions of the application")
    class JdbcTransactions extends JdbcTransactionContract {
        @Override
        String storeUrl() {
            return SpringSuite.this.storeUrl();
        }
    }
}
