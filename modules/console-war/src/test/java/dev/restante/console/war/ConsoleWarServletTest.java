package dev.restante.console.war;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.NameNotFoundException;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("servlet of the console")
final class ConsoleWarServletTest {

    private static final String CONSOLE = "java:comp/env/restante/console";
    private static final String THREADS = "java:comp/env/restante/executor";
    private static final long TIMEOUT_SECONDS = 20;

    /** Strong references to loggers, because a garbage-collected logger loses its level. */
    private static final List<Logger> LOGGERS =
            List.of(Logger.getLogger("org.apache"), Logger.getLogger("dev.restante.console.war"));

    static {
        LOGGERS.get(0).setLevel(Level.WARNING);
        LOGGERS.get(1).setLevel(Level.OFF);
    }

    /** Filter that makes requests look like requests of an authenticated user. */
    private static final Filter LOGGED_IN = (request, response, chain) -> chain.doFilter(
            new HttpServletRequestWrapper((HttpServletRequest) request) {
                @Override
                public String getRemoteUser() {
                    return "ann";
                }

                @Override
                public boolean isUserInRole(String role) {
                    return Set.of("restante-repair", "restante-read", "read").contains(role);
                }
            },
            response);

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "managed"));
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Executor managed = task -> threads.execute(() -> {
        try {
            task.run();
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        }
    });
    private final Map<String, Object> bound = new ConcurrentHashMap<>(Map.of(THREADS, managed));
    private final Tomcat tomcat = new Tomcat();

    private void serve(long timeoutMillis) throws Exception {
        tomcat.setBaseDir(directory.toString());
        tomcat.setPort(0);
        // A request that blocked the only thread would delay all other requests.
        tomcat.getConnector().setProperty("maxThreads", "1");
        tomcat.getConnector().setProperty("minSpareThreads", "1");
        Context context = tomcat.addContext("/my shop", directory.toString());
        Wrapper servlet = Tomcat.addServlet(context, "console", new ConsoleWarServlet(this::lookup, timeoutMillis));
        servlet.setAsyncSupported(true);
        context.addServletMappingDecoded("/*", "console");
        FilterDef filter = new FilterDef();
        filter.setFilterName("in");
        filter.setFilter(LOGGED_IN);
        filter.setAsyncSupported("true");
        context.addFilterDef(filter);
        FilterMap map = new FilterMap();
        map.setFilterName("in");
        map.addURLPattern("/*");
        context.addFilterMap(map);
        tomcat.start();
    }

    private Object lookup(String name) throws NameNotFoundException {
        Object found = bound.get(name);
        if (found == null) {
            throw new NameNotFoundException(name);
        }
        return found;
    }

    private void bind(Function<Map<String, Object>, Map<String, Object>> console) {
        bound.put(CONSOLE, console);
    }

    private static Map<String, Object> answer(String text) {
        return Map.of("status", 207, "headers", Map.of("Own", "yes"), "body", text.getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() throws Exception {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        tomcat.stop();
        tomcat.destroy();
    }

    private HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(
                URI.create("http://localhost:" + tomcat.getConnector().getLocalPort() + address));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static String body(Map<String, Object> message) {
        try (InputStream body = (InputStream) message.get("body")) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @DisplayName("the servlet passes request and rights to the console without the password, and returns the response")
    void shouldPassOn() throws Exception {
        BlockingQueue<Map<String, Object>> asked = new LinkedBlockingQueue<>();
        BlockingQueue<String> read = new LinkedBlockingQueue<>();
        bind(message -> {
            read.add(Thread.currentThread().getName() + ": " + body(message));
            asked.add(message);
            return answer("all well");
        });
        serve(TimeUnit.MINUTES.toMillis(1));
        HttpResponse<String> answer = send(request("/my%20shop/actions/redrive?a=%20b")
                .header("Content-Type", "application/json")
                .header("Authorization", "Basic c2VjcmV0")
                .POST(BodyPublishers.ofString("the form")));
        assertThat(answer.statusCode()).isEqualTo(207);
        assertThat(answer.headers().firstValue("Own")).hasValue("yes");
        assertThat(answer.body()).isEqualTo("all well");
        Map<String, Object> message = asked.take();
        assertThat(read.take()).isEqualTo("managed: the form");
        assertThat(message)
                .containsEntry("method", "POST")
                .containsEntry("base", "/my%20shop")
                .containsEntry("path", "/my%20shop/actions/redrive")
                .containsEntry("query", "a=%20b")
                .containsEntry("address", "127.0.0.1")
                .containsEntry("secure", false)
                .containsEntry("user", "ann")
                .containsEntry("rights", List.of("read", "repair"));
        assertThat(message.get("headers").toString())
                .contains("application/json")
                .doesNotContain("Basic");

        HttpResponse<String> head = send(request("/my%20shop/").method("HEAD", BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(207);
        assertThat(head.headers().firstValue("Content-Length")).hasValue("8");
        assertThat(head.body()).isEmpty();
        assertThat(asked.take()).containsEntry("query", "");
    }

    @Test
    @DisplayName("waiting requests occupy no thread of the server")
    void shouldKeepNoThread() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        bind(message -> {
            both.countDown();
            try {
                return answer(String.valueOf(both.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        serve(TimeUnit.MINUTES.toMillis(1));
        var first = client.sendAsync(request("/my%20shop/").build(), BodyHandlers.ofString());
        var second = client.sendAsync(request("/my%20shop/").build(), BodyHandlers.ofString());
        assertThat(first.get().body()).isEqualTo("true");
        assertThat(second.get().body()).isEqualTo("true");
    }

    @Test
    @DisplayName("a request that takes too long is answered once, and the late response is ignored")
    void shouldAnswerInTime() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        BlockingQueue<String> done = new LinkedBlockingQueue<>();
        bind(message -> {
            try {
                done.add(String.valueOf(told.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return answer("late");
        });
        serve(1);
        HttpResponse<String> answer = send(request("/my%20shop/"));
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("did not answer in time");
        told.countDown();
        assertThat(done.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isEqualTo("true");
        threads.shutdown();
        assertThat(threads.awaitTermination(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(failures).isEmpty();
        HttpResponse<String> rejected = send(request("/my%20shop/"));
        assertThat(rejected.statusCode()).isEqualTo(503);
        assertThat(rejected.body()).contains("no free thread");
    }

    @Test
    @DisplayName("the servlet reports a missing or failing console, and looks the console up for each request")
    void shouldTellOfFailures() throws Exception {
        serve(TimeUnit.MINUTES.toMillis(1));
        HttpResponse<String> without = send(request("/my%20shop/"));
        assertThat(without.statusCode()).isEqualTo(503);
        assertThat(without.body()).contains("no console of Restante");
        bound.put(CONSOLE, "none");
        assertThat(send(request("/my%20shop/")).statusCode()).isEqualTo(503);
        bind(message -> answer("there"));
        assertThat(send(request("/my%20shop/")).body()).isEqualTo("there");
        bind(message -> {
            throw new IllegalStateException("a secret of the server");
        });
        HttpResponse<String> failed = send(request("/my%20shop/"));
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).contains("The console failed").doesNotContain("secret");
    }
}
