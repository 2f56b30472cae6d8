package dev.restante.console;

import dev.restante.admin.BulkResult;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.guard.Login;
import dev.restante.console.guard.OneTime;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.SameOrigin;
import dev.restante.console.guard.Secrets;
import dev.restante.console.page.DeadLettersPage;
import dev.restante.console.page.EntityPage;
import dev.restante.console.page.Frame;
import dev.restante.console.page.MessageView;
import dev.restante.console.page.OverviewPage;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.store.Capacity;
import dev.restante.console.store.Census;
import dev.restante.console.store.Choice;
import dev.restante.console.store.DeadLetters;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The console of a store: answers requests with pages, whatever server they come from. Thread-safe. It asks the store
 * on the threads that call it, of which only some may do so at a time, and counts on a thread of its own.
 */
public final class Console implements AutoCloseable {

    private static final int LOOKS_AT_A_TIME = 8;
    private static final int ACTIONS_AT_A_TIME = 2;
    private static final int MOST_FORM_BYTES = 64 * 1024;
    private static final int MOST_QUERY_CHARACTERS = 16 * 1024;
    private static final String COOKIE = "restante-console";
    private static final String FORM = "form";

    private final ConsoleSettings settings;
    private final Consumer<String> log;
    private final Secrets secrets = new Secrets();
    private final OneTime oneTime = new OneTime();
    private final Login login;
    private final Capacity looks = new Capacity(LOOKS_AT_A_TIME);
    private final Capacity actions = new Capacity(ACTIONS_AT_A_TIME);
    private final Census census;
    private final DeadLetters deadLetters;
    private final OverviewPage overview;
    private final EntityPage entity;
    private final MessageView message;
    private final DeadLettersPage deadLettersPage;
    private final byte[] styles;

    /**
     * The console of a store.
     *
     * @param admin is not closed with the console
     * @param log is told in one line each of actions, with who, what and how many, and of failures. Lines have no
     *     control characters; what a store says in a failure stands in them as it is
     */
    public Console(RestanteAdmin admin, ConsoleSettings settings, Consumer<String> log) {
        this(admin, settings, log, System::nanoTime);
    }

    Console(RestanteAdmin admin, ConsoleSettings settings, Consumer<String> log, LongSupplier nanoTime) {
        this.settings = settings;
        this.log = line -> log.accept(line.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", " "));
        this.login = new Login(secrets, settings.user(), settings.password(), nanoTime);
        this.census = new Census(admin);
        this.deadLetters = new DeadLetters(admin);
        this.overview = new OverviewPage(admin, census);
        this.entity = new EntityPage(admin, census);
        this.message = new MessageView(admin);
        this.deadLettersPage = new DeadLettersPage(admin, census, deadLetters);
        this.styles = styles();
    }

    private static byte[] styles() {
        try (InputStream resource = Console.class.getResourceAsStream("console.css")) {
            if (resource == null) {
                throw new IllegalStateException("console.css is missing");
            }
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("console.css can't be read", e);
        }
    }

    /** Answers a request. Never throws: what fails is answered with a page that has an error code. */
    public ConsoleResponse handle(ConsoleRequest request) {
        Frame frame = new Frame(settings.user(), settings.readOnly(), secrets.mark(FORM));
        try {
            Login.Outcome outcome = login.check(
                    request.header("authorization").orElse(null),
                    request.cookie(COOKIE).orElse(null),
                    request.remote());
            return switch (outcome) {
                case REFUSED -> notIn(request);
                case TOO_MANY -> plain(429, "Too many failed attempts. Wait a minute.", Map.of("Retry-After", "60"));
                case ACCEPTED -> answer(request, frame);
            };
        } catch (Refusal e) {
            return html(frame.failure(e.status(), e.code(), String.valueOf(e.getMessage())));
        } catch (JMSException e) {
            return failed(request, frame, e.getErrorCode(), e);
        } catch (JMSRuntimeException e) {
            return failed(request, frame, e.getErrorCode(), e);
        } catch (IOException | RuntimeException e) {
            return failed(request, frame, ErrorCodes.INTERNAL, e);
        }
    }

    private ConsoleResponse notIn(ConsoleRequest request) {
        if (request.header("authorization").isPresent()) {
            log.accept("refused a login from " + request.remote());
        }
        return plain(
                401,
                "User and password are needed.",
                Map.of("WWW-Authenticate", "Basic realm=\"Restante console\", charset=\"UTF-8\""));
    }

    private ConsoleResponse failed(ConsoleRequest request, Frame frame, @Nullable String code, Exception e) {
        String known = code == null ? ErrorCodes.INTERNAL : code;
        int status = Statuses.of(known);
        if (status < 500) {
            return html(frame.failure(status, known, String.valueOf(e.getMessage())));
        }
        log.accept("failed " + request.method() + " " + request.path() + ": " + known + " " + e);
        return html(frame.failure(status, known, explanation(status, known)));
    }

    /** Without what the store says, which may name its address. */
    private static String explanation(int status, String code) {
        if (code.equals(ErrorCodes.OUTCOME_UNKNOWN)) {
            return "Nobody knows whether this took effect. Look before you do it again.";
        }
        return status == 503
                ? "The store can't be asked just now. Try again soon."
                : "This has failed. The log of the console tells more.";
    }

    private ConsoleResponse answer(ConsoleRequest request, Frame frame) throws JMSException, IOException {
        if (request.query().length() > MOST_QUERY_CHARACTERS) {
            throw new Refusal(414, "CONSOLE-TOO-LARGE", "The address is too long.");
        }
        return switch (request.method()) {
            case "GET", "HEAD" -> get(request.path(), frame, Parameters.parse(request.query()));
            case "POST" -> post(request, frame);
            default -> throw new Refusal(405, "CONSOLE-METHOD", "There are only GET, HEAD and POST.");
        };
    }

    private ConsoleResponse get(String path, Frame frame, Parameters parameters) throws JMSException {
        return switch (path) {
            case "/console.css" -> response(200, "text/css; charset=utf-8", styles, Map.of());
            case "/" -> html(looks.ask(() -> overview.all(frame, parameters)));
            case "/entity" -> html(looks.ask(() -> entity.show(frame, parameters)));
            case "/message" -> html(looks.ask(() -> message.show(frame, parameters)));
            case "/dead-letters" ->
                html(looks.ask(() -> parameters.text("name").isEmpty()
                        ? overview.withDeadLetters(frame, parameters)
                        : deadLettersPage.show(frame, parameters)));
            case "/reasons" -> html(actions.ask(() -> deadLettersPage.reasons(frame, parameters)));
            default -> throw noPage();
        };
    }

    private static Refusal noPage() {
        return new Refusal(404, "CONSOLE-NO-PAGE", "There is no such page.");
    }

    private ConsoleResponse post(ConsoleRequest request, Frame frame) throws JMSException, IOException {
        Parameters form = form(request);
        return switch (request.path()) {
            case "/dead-letters/confirm" ->
                html(actions.ask(() -> deadLettersPage.confirm(frame, form, oneTime.issue())));
            case "/dead-letters/run" -> html(actions.ask(() -> run(request, frame, form)));
            default -> throw noPage();
        };
    }

    private Parameters form(ConsoleRequest request) throws IOException {
        if (settings.readOnly()) {
            throw new Refusal(403, "CONSOLE-READ-ONLY", "This console only shows: it was started read-only.");
        }
        if (!SameOrigin.allows(request.header("sec-fetch-site"), request.header("origin"), request.header("host"))) {
            throw foreign();
        }
        String type = request.header("content-type").orElse("");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/x-www-form-urlencoded")) {
            throw new Refusal(415, "CONSOLE-BAD-REQUEST", "Only forms are understood.");
        }
        byte[] body = request.body().readNBytes(MOST_FORM_BYTES + 1);
        if (body.length > MOST_FORM_BYTES) {
            throw new Refusal(413, "CONSOLE-TOO-LARGE", "The form has more than " + MOST_FORM_BYTES + " bytes.");
        }
        Parameters form = Parameters.parse(new String(body, StandardCharsets.UTF_8));
        if (!secrets.isMark(FORM, form.text("token"))) {
            throw foreign();
        }
        return form;
    }

    private static Refusal foreign() {
        return new Refusal(
                403,
                "CONSOLE-FOREIGN-FORM",
                "This form is not from this console, or from before its restart. Ask again.");
    }

    private Page run(ConsoleRequest request, Frame frame, Parameters form) throws JMSException {
        DeadLettersPage.Action action = DeadLettersPage.action(form);
        Choice choice = DeadLettersPage.choice(form);
        oneTime.use(form.required("key"));
        String what = settings.user() + " from " + request.remote() + ": " + action + " of " + choice.queue() + ", "
                + choice.text();
        log.accept(what + ": begins");
        try {
            BulkResult result =
                    switch (action) {
                        case REDRIVE -> deadLetters.redrive(choice);
                        case PURGE -> deadLetters.purge(choice);
                    };
            log.accept(what + ": " + result.done() + " done, " + result.left() + " left"
                    + (result.cancelled() ? ", stopped early" : ""));
            return deadLettersPage.done(frame, form, result);
        } catch (JMSException e) {
            log.accept(what + ": failed, perhaps in part, with " + e.getErrorCode());
            throw e;
        } finally {
            census.outdate();
        }
    }

    private ConsoleResponse html(Page page) {
        return response(
                page.status(),
                "text/html; charset=utf-8",
                page.html().document().getBytes(StandardCharsets.UTF_8),
                Map.of("Set-Cookie", COOKIE + "=" + login.cookie() + "; Path=/; HttpOnly; SameSite=Strict"));
    }

    /** For those who are not in: without the token of forms, and without a cookie. */
    private static ConsoleResponse plain(int status, String text, Map<String, String> more) {
        return response(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), more);
    }

    private static ConsoleResponse response(int status, String type, byte[] body, Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>(more);
        headers.put("Content-Type", type);
        headers.put(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
        headers.put("X-Frame-Options", "DENY");
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Cache-Control", "no-store");
        // With no-referrer, browsers would not say where a form comes from.
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        return new ConsoleResponse(status, headers, body);
    }

    /** Ends its thread; the administration stays open. */
    @Override
    public void close() {
        census.close();
    }
}
