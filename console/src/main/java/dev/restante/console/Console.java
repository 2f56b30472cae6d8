package dev.restante.console;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.configure.OptionsPage;
import dev.restante.console.count.Census;
import dev.restante.console.deadletter.DeadLettersPage;
import dev.restante.console.deadletter.EditPage;
import dev.restante.console.deadletter.JobsPage;
import dev.restante.console.guard.Login;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.guard.Secrets;
import dev.restante.console.guard.User;
import dev.restante.console.message.EntityPage;
import dev.restante.console.message.MessageView;
import dev.restante.console.node.NodesPage;
import dev.restante.console.overview.OverviewPage;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Capacity;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Routes.Route;
import dev.restante.console.route.Visit;
import dev.restante.console.standing.ExplainPage;
import dev.restante.console.standing.GroupsPage;
import dev.restante.console.standing.LocksPage;
import dev.restante.console.standing.SchedulePage;
import dev.restante.console.subscription.SubscriptionsPage;
import dev.restante.console.transaction.TransactionsPage;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The console of a store: answers requests with pages, whatever server they come from. Thread-safe. It asks the store
 * on the threads that call it, of which only some may do so at a time, and counts on a thread of its own.
 */
public final class Console implements AutoCloseable {

    private static final int LOOKS_AT_A_TIME = 8;
    private static final int LONG_AT_A_TIME = 2;
    private static final int MOST_QUERY_CHARACTERS = 16 * 1024;
    private static final String COOKIE = "restante-console";
    private static final String STYLES = "/console.css";
    private static final String ACTIONS = "/actions/";

    private final ConsoleSettings settings;
    private final Consumer<String> log;
    private final Login login;
    private final Forms forms;
    private final Actions actions;
    private final Routes routes;
    private final Map<Cost, Capacity> capacities =
            Map.of(Cost.LOOK, new Capacity(LOOKS_AT_A_TIME), Cost.LONG, new Capacity(LONG_AT_A_TIME));
    private final Census census;
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
        Secrets secrets = new Secrets();
        this.settings = settings;
        this.log = line -> log.accept(line.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", " "));
        this.login = new Login(secrets, settings.user(), settings.password(), nanoTime);
        this.forms = new Forms(secrets);
        this.actions = new Actions(this.log);
        this.census = new Census(admin);
        this.routes = Routes.of(List.of(
                new OverviewPage(admin, census),
                new EntityPage(admin, census),
                new MessageView(admin),
                new DeadLettersPage(admin, census),
                new SubscriptionsPage(admin, census),
                new OptionsPage(admin, census),
                new LocksPage(admin),
                new GroupsPage(admin),
                new SchedulePage(admin),
                new ExplainPage(admin),
                new NodesPage(admin),
                new TransactionsPage(admin),
                new EditPage(admin, census),
                new JobsPage(admin)));
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
        User user = User.withAll(settings.user());
        if (settings.readOnly()) {
            user = user.readOnly();
        }
        Frame frame =
                new Frame(user.name() + (user.mayChange() ? "" : ", read-only"), forms.token(), routes.navigation());
        try {
            Login.Outcome outcome = login.check(
                    request.header("authorization").orElse(null),
                    request.cookie(COOKIE).orElse(null),
                    request.remote());
            return switch (outcome) {
                case REFUSED -> notIn(request);
                case TOO_MANY ->
                    Responses.plain(429, "Too many failed attempts. Wait a minute.", Map.of("Retry-After", "60"));
                case ACCEPTED -> answer(request, user, frame);
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
        return Responses.plain(
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

    private ConsoleResponse answer(ConsoleRequest request, User user, Frame frame) throws JMSException, IOException {
        if (request.query().length() > MOST_QUERY_CHARACTERS) {
            throw new Refusal(414, "CONSOLE-TOO-LARGE", "The address is too long.");
        }
        if (!request.path().startsWith(settings.path() + "/")) {
            throw noPage();
        }
        String path = request.path().substring(settings.path().length());
        return switch (request.method()) {
            case "GET", "HEAD" -> path.equals(STYLES) ? styled() : html(look(path, request, user, frame));
            case "POST" -> html(act(path, request, user, frame));
            default -> throw new Refusal(405, "CONSOLE-METHOD", "There are only GET, HEAD and POST.");
        };
    }

    private ConsoleResponse styled() {
        return Responses.of(200, "text/css; charset=utf-8", styles, Map.of());
    }

    private Page look(String path, ConsoleRequest request, User user, Frame frame) throws JMSException {
        Route route = routes.page(path).orElseThrow(Console::noPage);
        if (route.right() != null) {
            require(user, route.right());
        }
        Visit visit = new Visit(user, frame, Parameters.parse(request.query()));
        return capacity(route.cost()).ask(() -> route.maker().make(visit));
    }

    private Page act(String path, ConsoleRequest request, User user, Frame frame) throws JMSException, IOException {
        if (!path.startsWith(ACTIONS)) {
            throw noPage();
        }
        Action action = routes.action(path.substring(ACTIONS.length())).orElseThrow(Console::noPage);
        require(user, action.right());
        Parameters form = forms.read(request);
        return capacity(Cost.LONG).ask(() -> actions.answer(action, user, request.remote(), frame, form));
    }

    private Capacity capacity(Cost cost) {
        return Objects.requireNonNull(capacities.get(cost));
    }

    private void require(User user, Right right) {
        if (user.may(right)) {
            return;
        }
        if (settings.readOnly()) {
            throw new Refusal(403, "CONSOLE-READ-ONLY", "This console only shows: it was started read-only.");
        }
        throw new Refusal(403, "CONSOLE-NOT-ALLOWED", user.name() + " may not " + right.text() + ".");
    }

    private static Refusal noPage() {
        return new Refusal(404, "CONSOLE-NO-PAGE", "There is no such page.");
    }

    private ConsoleResponse html(Page page) {
        String cookie = COOKIE + "=" + login.cookie() + "; Path=" + settings.path() + "/; HttpOnly; SameSite=Strict";
        return Responses.html(page, settings.path(), Map.of("Set-Cookie", cookie));
    }

    /** Ends its thread; the administration stays open. */
    @Override
    public void close() {
        census.close();
    }
}
