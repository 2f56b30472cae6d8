package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.ApplicationClassLoader;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Threads and classes that remain after an application has used Restante and closed its factory. */
@DisplayName("an application that has closed its factory")
public abstract class LeftoversContract extends JmsContract {

    /** Returns a class loader that loads the classes of Restante again, and shares libraries with other loaders. */
    private static ApplicationClassLoader application() {
        return new ApplicationClassLoader(
                name -> name.startsWith("dev.restante.") && !name.startsWith("dev.restante.testing."));
    }

    /** Work of an application, which uses a store with management beans and a listener, and closes everything. */
    public static final class Work implements Consumer<String> {

        @Override
        public void accept(String url) {
            use(url);
            // The store opens again after its last node has closed.
            use(url);
        }

        private static void use(String url) {
            try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
                factory.setJmx(true);
                factory.setLingerDuration(Duration.ofDays(1));
                CountDownLatch heard = new CountDownLatch(1);
                try (var context = factory.createContext()) {
                    Queue queue = context.createQueue("q");
                    context.createProducer().send(queue, "text");
                    context.createConsumer(queue).setMessageListener(message -> heard.countDown());
                    JmsContract.await(heard);
                }
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * Call sites of a record, which a separate class loader links. The JDK keeps the types of the last such call site
     * in a static field, and their class loader with them.
     */
    public record CallSites(Object any, String text, List<String> list) implements Supplier<String> {

        public CallSites() {
            this("any", "text", List.of());
        }

        @Override
        public String get() {
            return this + " " + hashCode() + equals(new CallSites());
        }
    }

    private String storeUrl() throws JMSException {
        factory.close();
        return url().startsWith("jdbc:hsqldb") ? "jdbc:hsqldb:file:" + directory.resolve("left") : url();
    }

    /** Runs the work with its own class loader in a thread of the group, and returns the loader. */
    private static WeakReference<ClassLoader> run(ThreadGroup group, String url) throws Exception {
        ClassLoader loader = application();
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        Thread thread = new Thread(group, () -> {
            try {
                work(loader).accept(url);
                done.complete(true);
            } catch (ReflectiveOperationException | RuntimeException | Error failure) {
                done.completeExceptionally(failure);
            }
        });
        thread.setContextClassLoader(loader);
        thread.start();
        assertThat(result(done)).isTrue();
        thread.join();
        return new WeakReference<>(loader);
    }

    @SuppressWarnings("unchecked")
    private static Consumer<String> work(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> work = loader.loadClass(Work.class.getName());
        assertThat(work).isNotSameAs(Work.class);
        return (Consumer<String>) work.getDeclaredConstructor().newInstance();
    }

    private static void linkOthers() throws ReflectiveOperationException {
        Object record = application()
                .loadClass(CallSites.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        assertThat(((Supplier<?>) record).get()).isNotNull();
    }

    private static List<String> living(ThreadGroup group) {
        Thread[] threads = new Thread[group.activeCount() + 10];
        int count = group.enumerate(threads);
        return Arrays.stream(threads, 0, count)
                .map(Thread::getName)
                .filter(name -> name.startsWith("restante"))
                .toList();
    }

    @Test
    @DisplayName("VIS-10 a closed factory leaves no threads and no classes, whatever the linger duration is")
    final void shouldLeaveNothing() throws Exception {
        ThreadGroup group = new ThreadGroup("application");
        WeakReference<ClassLoader> loader = run(group, storeUrl());
        eventually("the threads of the application end", () -> living(group).isEmpty());
        eventually("the classes of the application are collected", () -> {
            linkOthers();
            System.gc();
            return loader.get() == null;
        });
    }
}
