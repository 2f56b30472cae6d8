package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.RestanteStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.jms.autoconfigure.JmsAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.core.JmsTemplate;

/**
 * Test of restarts as by devtools: in the same JVM, with reloaded classes of the application but not of its libraries.
 */
@Timeout(120)
@DisplayName("Restart of an application in a new class loader, as devtools does")
class RestartTest {

    @TempDir
    private Path directory;

    /** Class of the application. */
    static final class Dish implements Serializable {

        private static final long serialVersionUID = 1L;
        private final String name;

        Dish(String name) {
            this.name = name;
        }
    }

    /** Application, loaded once by each class loader. */
    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({RestanteAutoConfiguration.class, JmsAutoConfiguration.class})
    static class Application {

        private static ConfigurableApplicationContext start(String url) {
            SpringApplication application = new SpringApplication(Application.class);
            application.setRegisterShutdownHook(false);
            return application.run(
                    "--restante.url=" + url,
                    "--restante.object-message-allow-list=" + Dish.class.getName(),
                    "--spring.main.web-application-type=none",
                    "--spring.main.banner-mode=off");
        }

        /** Sends an object and returns the location of the store. */
        static String send(String url) {
            try (ConfigurableApplicationContext context = start(url)) {
                context.getBean(JmsTemplate.class).convertAndSend("dishes", new Dish("stew"));
                return context.getBean(RestanteStore.class).location();
            }
        }

        static String receive(String url) {
            try (ConfigurableApplicationContext context = start(url)) {
                return ((Dish) context.getBean(JmsTemplate.class).receiveAndConvert("dishes")).name;
            }
        }
    }

    /** Class loader that loads only the classes of this test, and delegates for all other classes. */
    private static final class Restarted extends URLClassLoader {

        Restarted() {
            super(new URL[0], RestartTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(RestartTest.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream bytes = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] read = bytes.readAllBytes();
                return defineClass(name, read, 0, read.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        Object call(String method, String url) throws Exception {
            return inContext(() -> {
                var called = loadClass(Application.class.getName()).getDeclaredMethod(method, String.class);
                called.setAccessible(true);
                return called.invoke(null, url);
            });
        }

        private Object inContext(Callable<Object> work) throws Exception {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(this);
            try {
                return work.call();
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }

    @Test
    @DisplayName("a restarted application reads stored objects as reloaded classes, and no thread keeps the old loader")
    void shouldReadObjects() throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        try (Restarted first = new Restarted();
                Restarted second = new Restarted()) {
            first.call("send", url);
            assertThat(second.call("receive", url)).isEqualTo("stew");
            for (Restarted each : new Restarted[] {first, second}) {
                Contexts.eventually(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getContextClassLoader() == each));
            }
        }
    }
}
