package dev.restante.console;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.configure.OptionsPage;
import dev.restante.console.count.Census;
import dev.restante.console.deadletter.DeadLettersData;
import dev.restante.console.deadletter.DeadLettersPage;
import dev.restante.console.deadletter.EditPage;
import dev.restante.console.deadletter.JobsPage;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.User;
import dev.restante.console.login.Login;
import dev.restante.console.login.Secrets;
import dev.restante.console.message.EntityPage;
import dev.restante.console.message.MessageView;
import dev.restante.console.message.MessagesData;
import dev.restante.console.message.SelectorPage;
import dev.restante.console.node.NodesPage;
import dev.restante.console.overview.EntitiesData;
import dev.restante.console.overview.OverviewPage;
import dev.restante.console.plot.Histories;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.standing.ExplainPage;
import dev.restante.console.standing.GroupsPage;
import dev.restante.console.standing.LocksPage;
import dev.restante.console.standing.SchedulePage;
import dev.restante.console.subscription.SubscriptionsPage;
import dev.restante.console.transaction.TransactionsPage;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The console of a store: answers requests with pages and with JSON, whatever server they come from. Thread-safe. It
 * asks the store on the threads that call it, of which only some may do so at a time, and counts on a thread of its
 * own.
 */
public final class Console implements AutoCloseable {

    private static final int MOST_QUERY_CHARACTERS = 16 * 1024;
    private static final String COOKIE = "restante-console";

    private final RestanteAdmin admin;
    private final ConsoleSettings settings;
    private final Consumer<String> log;
    private final ThreadFactory threads;
    private final Login login;
    private final Face pages;
    private final Face api;
    private final Census census;

    /**
     * The console of a store.
     *
     * @param admin is not closed with the console
     * @param log is told in one line each of actions, with who, what and how many, and of failures. Lines have no
     *     control characters; what a store says in a failure stands in them as it is
     */
    public Console(RestanteAdmin admin, ConsoleSettings settings, Consumer<String> log) {
        this(admin, settings, log, Console::daemon);
    }

    /**
     * The console of a store, in a server that says what threads are like.
     *
     * @param admin is not closed with the console
     * @param log as above
     * @param threads makes the threads that count and warm up. One that inherits from its maker what the first request
     *     happens to have keeps that until the console is closed
     */
    public Console(RestanteAdmin admin, ConsoleSettings settings, Consumer<String> log, ThreadFactory threads) {
        this(admin, settings, log, threads, System::nanoTime);
    }

    Console(
            RestanteAdmin admin,
            ConsoleSettings settings,
            Consumer<String> log,
            ThreadFactory threads,
            LongSupplier nanoTime) {
        Secrets secrets = new Secrets();
        this.admin = admin;
        this.settings = settings;
        this.threads = threads;
        this.log = line -> log.accept(line.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", " "));
        this.login = new Login(secrets, settings.accounts(), nanoTime);
        this.census = new Census(admin, threads, this.log);
        Routes routes = Routes.of(sections(admin, census, this.log));
        Core core = new Core(routes, settings.readOnly(), this.log, census::outdate);
        Forms forms = new Forms(secrets);
        Pages html = new Pages(core, forms);
        this.pages = html;
        this.api = new Api(core, forms, html::frame);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "restante-console-worker");
        thread.setDaemon(true);
        return thread;
    }

    /** All subjects, in the order of the navigation. */
    static List<Section> sections(RestanteAdmin admin, Census census, Consumer<String> log) {
        Histories histories = new Histories(admin, log);
        return List.of(
                new OverviewPage(admin, census, histories),
                new EntityPage(admin, census, histories),
                new SelectorPage(),
                new MessageView(admin),
                new DeadLettersPage(admin, census, histories),
                new SubscriptionsPage(admin, census),
                new OptionsPage(admin, census),
                new LocksPage(admin),
                new GroupsPage(admin),
                new SchedulePage(admin),
                new ExplainPage(admin),
                new NodesPage(admin),
                new TransactionsPage(admin),
                new EditPage(admin),
                new JobsPage(admin),
                new EntitiesData(admin, census, histories),
                new MessagesData(admin, census),
                new DeadLettersData(admin));
    }

    /** Answers a request. Never throws: what fails is answered with an error code. */
    public ConsoleResponse handle(ConsoleRequest request) {
        if (request.path().equals(request.base())) {
            return Responses.plain(308, "", Map.of("Location", request.base() + "/"));
        }
        User established = request.sender().user();
        if (established != null) {
            return answer(request, established);
        }
        Login.Result result = login.check(
                request.header("authorization").orElse(null),
                request.cookie(COOKIE).orElse(null),
                request.sender().address());
        if (result instanceof Login.Accepted accepted) {
            String cookie = COOKIE + "=" + login.cookie(accepted.user()) + "; Path=" + request.base()
                    + "/; HttpOnly; SameSite=Strict" + (request.secure() ? "; Secure" : "");
            return Responses.with(answer(request, accepted.user()), "Set-Cookie", cookie);
        }
        if (result instanceof Login.TooMany) {
            return Responses.with(
                    outside(request, 429, "CONSOLE-WAIT", "Too many failed attempts. Wait a minute."),
                    "Retry-After",
                    "60");
        }
        return notIn(request);
    }

    /** Tells somebody who is not in. */
    private static ConsoleResponse outside(ConsoleRequest request, int status, String code, String text) {
        return request.inner().filter(Api::has).isPresent()
                ? Api.failure(status, code, text)
                : Responses.plain(status, text, Map.of());
    }

    private ConsoleResponse notIn(ConsoleRequest request) {
        if (!login.hasAccounts()) {
            return outside(request, 403, "CONSOLE-NOBODY", "The application has let nobody in here.");
        }
        if (request.header("authorization").isPresent()) {
            log.accept("refused a login from " + request.sender().address());
        }
        ConsoleResponse asked = outside(request, 401, "CONSOLE-LOGIN", "User and password are needed.");
        // Nobody is asked for a password whose page only refreshes itself.
        return request.header(Pages.REFRESH).isPresent()
                ? asked
                : Responses.with(asked, "WWW-Authenticate", "Basic realm=\"Restante console\", charset=\"UTF-8\"");
    }

    private ConsoleResponse answer(ConsoleRequest request, User in) {
        User user = settings.readOnly() ? in.readOnly() : in;
        Optional<String> path = request.inner();
        Face face = path.filter(Api::has).isPresent() ? api : pages;
        try {
            if (request.query().length() > MOST_QUERY_CHARACTERS) {
                throw new Refusal(414, "CONSOLE-TOO-LARGE", "The address is too long.");
            }
            return face.answer(request, path.orElseThrow(Core::nothingThere), user);
        } catch (Refusal e) {
            return face.failure(request, user, e.status(), e.code(), String.valueOf(e.getMessage()));
        } catch (JMSException e) {
            return failed(face, request, user, e.getErrorCode(), e);
        } catch (JMSRuntimeException e) {
            return failed(face, request, user, e.getErrorCode(), e);
        } catch (IOException | RuntimeException e) {
            return failed(face, request, user, ErrorCodes.INTERNAL, e);
        }
    }

    private ConsoleResponse failed(
            Face face, ConsoleRequest request, User user, @Nullable String code, Exception failure) {
        String known = code == null ? ErrorCodes.INTERNAL : code;
        int status = Statuses.of(known);
        if (status < 500) {
            return face.failure(request, user, status, known, String.valueOf(failure.getMessage()));
        }
        log.accept("failed " + request.method() + " " + request.path() + ": " + known + " " + failure);
        return face.failure(request, user, status, known, explanation(status, known));
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

    /**
     * Counts the messages of the store, and asks for its queues, so that who comes first need not wait for the count,
     * nor for what a JVM and a database do at the first time only. Does not wait.
     */
    public void warmUp() {
        census.begin();
        threads.newThread(this::askForQueues).start();
    }

    private void askForQueues() {
        try {
            List<EntitySummary> unused = admin.entities(EntityFilter.all());
        } catch (JMSException | RuntimeException e) {
            log.accept("failed to ask for the queues: " + e);
        }
    }

    /** Ends its thread; the administration stays open. */
    @Override
    public void close() {
        census.close();
    }
}
