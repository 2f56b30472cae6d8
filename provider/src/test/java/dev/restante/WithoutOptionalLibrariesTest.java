package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.testing.ApplicationClassLoader;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test without the optional dependencies Micrometer, Jakarta Transactions and Narayana. */
class WithoutOptionalLibrariesTest {

    /** Class loader that loads the classes of Restante again, without optional libraries. */
    private static final class Loader extends ApplicationClassLoader {

        private static final List<String> OPTIONAL = List.of("io.micrometer.", "jakarta.transaction.", "com.arjuna.");

        Loader() {
            super(name -> name.startsWith("dev.restante."));
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (OPTIONAL.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    @Test
    @DisplayName("VIS-10 messages are sent, received and counted without optional libraries on the class path")
    void shouldWorkWithout() throws ReflectiveOperationException {
        Loader loader = new Loader();
        assertThatThrownBy(() ->
                        loader.loadClass("dev.restante.metrics.RestanteMetrics").getConstructors())
                .isInstanceOf(NoClassDefFoundError.class);
        assertThatThrownBy(() ->
                        loader.loadClass("dev.restante.jta.ExpiryParticipation").getMethods())
                .isInstanceOf(NoClassDefFoundError.class);
        assertThatThrownBy(() -> loader.loadClass("dev.restante.narayana.NarayanaRecovery")
                        .getDeclaredFields())
                .isInstanceOf(NoClassDefFoundError.class);
        Runnable work = (Runnable)
                loader.loadClass(Work.class.getName()).getDeclaredConstructor().newInstance();
        assertThat(work.getClass()).isNotSameAs(Work.class);
        work.run();
    }

    /** Work of an application, which the other class loader creates. */
    public static final class Work implements Runnable {

        @Override
        public void run() {
            try (RestanteConnectionFactory factory =
                            new RestanteConnectionFactory("jdbc:hsqldb:mem:without-libraries");
                    var context = factory.createContext();
                    var admin = factory.admin()) {
                var queue = context.createQueue("q");
                context.createProducer().send(queue, "text");
                try (var consumer = context.createConsumer(queue)) {
                    assertThat(consumer.receiveBody(String.class, JmsContract.PATIENCE_MILLIS))
                            .isEqualTo("text");
                }
                assertThat(admin.statistics("q").throughput().sent()).isEqualTo(1);
            } catch (jakarta.jms.JMSException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
