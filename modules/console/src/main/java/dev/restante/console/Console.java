package dev.restante.console;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.console.configure.OptionsPage;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.deadletter.DeadLettersPage;
import dev.restante.console.deadletter.DeadLettersResource;
import dev.restante.console.deadletter.EditDeadLetterPage;
import dev.restante.console.deadletter.RedriveJobsPage;
import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.login.BasicAuthenticator;
import dev.restante.console.login.TokenSigner;
import dev.restante.console.message.EntityPage;
import dev.restante.console.message.MessageDetailPage;
import dev.restante.console.message.MessagesResource;
import dev.restante.console.message.SelectorCheckPage;
import dev.restante.console.messagestate.ExplainPage;
import dev.restante.console.messagestate.GroupsPage;
import dev.restante.console.messagestate.LocksPage;
import dev.restante.console.messagestate.SchedulePage;
import dev.restante.console.node.NodesPage;
import dev.restante.console.overview.EntitiesResource;
import dev.restante.console.overview.OverviewPage;
import dev.restante.console.plot.HistoryPlots;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
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
 * Web console of a store, which answers requests of any HTTP server with HTML pages and JSON. Thread-safe.
 *
 * <p>The console queries the store on the calling threads and limits how many of them do so at a time. It counts
 * messages on a thread of its own.
 */
public final class Console implements AutoCloseable {

    private static final int MAX_QUERY_CHARACTERS = 16 * 1024;
    private static final String COOKIE = "restante-console";

    private final RestanteAdmin admin;
    private final ConsoleSettings settings;
    private final Consumer<String> log;
    private final ThreadFactory threadFactory;
    private final BasicAuthenticator authenticator;
    private final RequestHandler pages;
    private final RequestHandler api;
    private final EntityCountCache countCache;

    /**
     * Creates a console whose background threads are daemon threads.
     *
     * @param admin the administration of the store, which {@link #close} leaves open
     * @param log the consumer of log lines: one line for each action, with user and outcome, and one for each failure.
     *     Lines have spaces in place of control characters. Failure lines contain the message of the store,
     *     which can include its address
     */
    public Console(RestanteAdmin admin, ConsoleSettings settings, Consumer<String> log) {
        this(admin, settings, log, Console::daemon);
    }

    /**
     * Creates a console whose background threads come from a thread factory, for example of an application server.
     *
     * @param admin the administration of the store, which {@link #close} leaves open
     * @param log the consumer of log lines, as for the other constructor
     * @param threadFactory the factory of the threads for counting and warm-up. A thread that inherits values such as
     *     the class loader from the requesting thread keeps them until the console is closed
     */
    public Console(RestanteAdmin admin, ConsoleSettings settings, Consumer<String> log, ThreadFactory threadFactory) {
        this(admin, settings, log, threadFactory, System::nanoTime);
    }

    Console(
            RestanteAdmin admin,
            ConsoleSettings settings,
            Consumer<String> log,
            ThreadFactory threadFactory,
            LongSupplier nanoTime) {
        TokenSigner signer = new TokenSigner();
        this.admin = admin;
        this.settings = settings;
        this.threadFactory = threadFactory;
        this.log = line -> log.accept(line.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", " "));
        this.authenticator = new BasicAuthenticator(signer, settings.accounts(), nanoTime);
        this.countCache = new EntityCountCache(admin, threadFactory, this.log);
        Routes routes = Routes.of(sections(admin, countCache, threadFactory, this.log));
        RequestAdmission admission =
                new RequestAdmission(routes, settings.readOnly(), this.log, countCache::invalidate);
        FormReader formReader = new FormReader(signer);
        PageHandler html = new PageHandler(admission, formReader);
        this.pages = html;
        this.api = new ApiHandler(admission, formReader, html::frame);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "restante-console-worker");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns all sections, in the order of the navigation. */
    static List<Section> sections(
            RestanteAdmin admin, EntityCountCache countCache, ThreadFactory threadFactory, Consumer<String> log) {
        HistoryPlots historyPlots = new HistoryPlots(admin, threadFactory, log);
        return List.of(
                new OverviewPage(admin, countCache, historyPlots),
                new EntityPage(admin, countCache, historyPlots),
                new SelectorCheckPage(),
                new MessageDetailPage(admin),
                new DeadLettersPage(admin, countCache, historyPlots),
                new SubscriptionsPage(admin, countCache),
                new OptionsPage(admin, countCache),
                new LocksPage(admin),
                new GroupsPage(admin),
                new SchedulePage(admin),
                new ExplainPage(admin),
                new NodesPage(admin),
                new TransactionsPage(admin),
                new EditDeadLetterPage(admin),
                new RedriveJobsPage(admin),
                new EntitiesResource(admin, countCache, historyPlots),
                new MessagesResource(admin, countCache),
                new DeadLettersResource(admin));
    }

    /** Answers a request. Never throws: a failure becomes a response with an error code. */
    public ConsoleResponse handle(ConsoleRequest request) {
        if (request.path().equals(request.basePath())) {
            return ResponseFactory.plain(308, "", Map.of("Location", request.basePath() + "/"));
        }
        ConsoleUser preauthenticatedUser = request.client().user();
        if (preauthenticatedUser != null) {
            return answer(request, preauthenticatedUser);
        }
        BasicAuthenticator.LoginResult result = authenticator.check(
                request.header("authorization").orElse(null),
                request.cookie(COOKIE).orElse(null),
                request.client().address());
        if (result instanceof BasicAuthenticator.Authenticated authenticated) {
            String cookie = COOKIE + "=" + authenticator.cookie(authenticated.user()) + "; Path=" + request.basePath()
                    + "/; HttpOnly; SameSite=Strict" + (request.secure() ? "; Secure" : "");
            return ResponseFactory.with(answer(request, authenticated.user()), "Set-Cookie", cookie);
        }
        if (result instanceof BasicAuthenticator.Throttled) {
            return ResponseFactory.with(
                    unauthenticatedResponse(
                            request,
                            429,
                            "CONSOLE-TOO-MANY-ATTEMPTS",
                            "Too many failed login attempts. Try again in a minute."),
                    "Retry-After",
                    "60");
        }
        return loginRequired(request);
    }

    /** Returns the response to a client that is not logged in. */
    private static ConsoleResponse unauthenticatedResponse(
            ConsoleRequest request, int status, String code, String text) {
        return request.pathBelowBase().filter(ApiHandler::isApiPath).isPresent()
                ? ApiHandler.failure(status, code, text)
                : ResponseFactory.plain(status, text, Map.of());
    }

    private ConsoleResponse loginRequired(ConsoleRequest request) {
        if (!authenticator.hasAccounts()) {
            return unauthenticatedResponse(
                    request, 403, "CONSOLE-NO-ACCESS", "The application has not allowed any access to this console.");
        }
        if (request.header("authorization").isPresent()) {
            log.accept("rejected a login from " + request.client().address());
        }
        ConsoleResponse asked =
                unauthenticatedResponse(request, 401, "CONSOLE-LOGIN-REQUIRED", "Log in with user and password.");
        // Without this header, the browser does not show a login dialog while a page only refreshes itself.
        return request.header(PageHandler.REFRESH).isPresent()
                ? asked
                : ResponseFactory.with(
                        asked, "WWW-Authenticate", "Basic realm=\"Restante console\", charset=\"UTF-8\"");
    }

    private ConsoleResponse answer(ConsoleRequest request, ConsoleUser authenticated) {
        ConsoleUser user = settings.readOnly() ? authenticated.readOnly() : authenticated;
        Optional<String> path = request.pathBelowBase();
        RequestHandler handler = path.filter(ApiHandler::isApiPath).isPresent() ? api : pages;
        try {
            if (request.query().length() > MAX_QUERY_CHARACTERS) {
                throw new RequestRejectedException(414, "CONSOLE-TOO-LARGE", "The address is too long.");
            }
            return handler.handle(request, path.orElseThrow(RequestAdmission::notFound), user);
        } catch (RequestRejectedException e) {
            return handler.failure(request, user, e.status(), e.code(), String.valueOf(e.getMessage()));
        } catch (JMSException e) {
            return failed(handler, request, user, e.getErrorCode(), e);
        } catch (JMSRuntimeException e) {
            return failed(handler, request, user, e.getErrorCode(), e);
        } catch (IOException | RuntimeException | Error e) {
            return failed(handler, request, user, ErrorCodes.INTERNAL, e);
        }
    }

    private ConsoleResponse failed(
            RequestHandler handler,
            ConsoleRequest request,
            ConsoleUser user,
            @Nullable String code,
            Throwable failure) {
        String known = code == null ? ErrorCodes.INTERNAL : code;
        int status = HttpStatusMapping.of(known);
        if (status < 500) {
            return handler.failure(request, user, status, known, String.valueOf(failure.getMessage()));
        }
        log.accept("failed " + request.method() + " " + request.path() + ": " + known + " " + failure);
        return handler.failure(request, user, status, known, explanation(status, known));
    }

    /**
     * Returns the failure text for the client. It omits the message of the store, which may contain the store's
     * address.
     */
    private static String explanation(int status, String code) {
        if (code.equals(ErrorCodes.OUTCOME_UNKNOWN)) {
            return "The outcome is unknown. Check whether the change took effect before you repeat it.";
        }
        return status == 503
                ? "The store cannot be reached. Try again later."
                : "The request failed. See the log of the console for details.";
    }

    /**
     * Starts to count the messages of the store and to query its queues, without waiting for the results.
     *
     * <p>The first page then does not wait for the count, for class loading or for the first database connection.
     */
    public void warmUp() {
        countCache.startCounting();
        threadFactory.newThread(this::queryQueues).start();
    }

    private void queryQueues() {
        try {
            List<EntitySummary> unused = admin.entities(EntityFilter.all());
        } catch (JMSException | RuntimeException | Error e) {
            log.accept("failed to query the queues: " + e);
        }
    }

    /** Ends the counting thread. The administration stays open. */
    @Override
    public void close() {
        countCache.close();
    }
}
