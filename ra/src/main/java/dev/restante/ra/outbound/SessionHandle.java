package dev.restante.ra.outbound;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.Failures;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.resource.ResourceException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session or context as an application of a container has it: a proxy that passes calls on, refuses what components
 * must not do (EEC-03), and ends with it what was made by it. Messages and destinations are the store's own.
 *
 * <p>The container can take the managed connection from it while it is not used, and gives it another one when it is
 * used again (RA-30).
 *
 * <p>As thread-safe as a session: one thread at a time uses it, any thread closes it.
 */
public final class SessionHandle implements InvocationHandler, ManagedHandle {

    private final SessionKind kind;
    private final Object face;
    private final Belongings belongings = new Belongings();

    /** What it stands for at the moment; null while that is taken from it, and after its end. */
    private volatile @Nullable SessionHost connection;

    private volatile @Nullable HandleOrigin origin;
    private volatile boolean closed;
    private volatile boolean started;
    private volatile boolean autoStart = true;
    private volatile int mode = Session.AUTO_ACKNOWLEDGE;

    SessionHandle(SessionKind kind) {
        this.kind = kind;
        this.face = Proxy.newProxyInstance(
                SessionHandle.class.getClassLoader(), new Class<?>[] {kind.face(), ManagedHandle.class}, this);
    }

    /**
     * That of an application's object.
     *
     * @throws IllegalArgumentException if it is none of ours
     */
    static SessionHandle of(Object application) {
        if (Proxy.isProxyClass(application.getClass())
                && Proxy.getInvocationHandler(application) instanceof SessionHandle handle) {
            return handle;
        }
        throw new IllegalArgumentException("a " + application.getClass().getName() + " is no session of Restante");
    }

    /** What the application gets. */
    public Object face() {
        return face;
    }

    SessionKind kind() {
        return kind;
    }

    /** In which mode the application wanted it, outside of transactions: AUTO or DUPS_OK (EEC-05). */
    public void mode(int wanted) {
        mode = wanted == Session.DUPS_OK_ACKNOWLEDGE ? wanted : Session.AUTO_ACKNOWLEDGE;
    }

    /** Who has given it, and gives it a connection again. */
    void origin(HandleOrigin from) {
        origin = from;
    }

    // ---- what it stands for ----

    /** Stands for a connection from now on; returns the former. */
    @Nullable
    SessionHost attach(SessionHost next) throws JMSException {
        SessionHost former = connection;
        if (former != next) {
            belongings.release();
            connection = next;
            if (started) {
                next.physical().start();
            }
            if (!autoStart) {
                next.physical().autoStart(false);
            }
        }
        return former;
    }

    /** Whether it can do with another connection. */
    boolean movable() {
        return !belongings.boundToConnection();
    }

    /** Stands for none until the application uses it again. */
    void dissociate() {
        belongings.release();
        connection = null;
    }

    /** Ends with its connection; returns what that still has to delete. */
    List<Belongings.Temporary> detach() {
        closed = true;
        List<Belongings.Temporary> left = belongings.end();
        connection = null;
        return left;
    }

    /**
     * What it stands for; the container is asked if that was taken from it.
     *
     * @param called for which that is asked, in whose words it is refused
     */
    private SessionHost attached(Method called) throws Exception {
        SessionHost present = connection;
        if (present == null && !closed) {
            associate(called);
            present = connection;
        }
        if (closed || present == null) {
            throw Failures.refusal(called, "The session is closed", ErrorCodes.CLOSED);
        }
        return present;
    }

    private void associate(Method called) throws Exception {
        HandleOrigin from = origin;
        try {
            if (from != null) {
                from.associate(face);
            }
        } catch (ResourceException refusal) {
            JMSException told = Failures.toApplication(refusal);
            throw Failures.isUnchecked(called) ? Failures.unchecked(told) : told;
        }
    }

    @Override
    public boolean isValid(int timeoutSeconds) {
        SessionHost present = connection;
        return !closed && (present == null || !present.broken());
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        List<Belongings.Temporary> left = belongings.end();
        SessionHost present = connection;
        HandleOrigin from = origin;
        connection = null;
        if (present != null) {
            present.closed(face, left);
        } else if (from != null) {
            from.closed(face);
        }
    }

    // ---- calls of the application ----

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        switch (method.getName()) {
            case "equals" -> {
                return arguments != null && arguments[0] == proxy;
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            case "toString" -> {
                return "Restante " + kind.face().getSimpleName() + " of a container" + (closed ? ", closed" : "");
            }
            case "isValid" -> {
                return isValid(0);
            }
            case "close" -> {
                close();
                return null;
            }
            default -> {
                return passOn(method, arguments);
            }
        }
    }

    private @Nullable Object passOn(Method method, Object @Nullable [] arguments) throws Throwable {
        SessionHost present = attached(method);
        if (ComponentRule.refuses(method)) {
            throw Failures.refusal(method, ComponentRule.refusal(method.getName()), ErrorCodes.NOT_IN_CONTAINER);
        }
        switch (method.getName()) {
            case "getTransacted" -> {
                return present.inTransaction();
            }
            case "getAcknowledgeMode", "getSessionMode" -> {
                return present.inTransaction() ? Session.SESSION_TRANSACTED : mode;
            }
            case "commit", "rollback" -> {
                if (!present.inTransaction()) {
                    throw Failures.refusal(
                            method,
                            method.getName()
                                    + "() is for local transactions, which components don't have; use UserTransaction",
                            ErrorCodes.ILLEGAL_STATE);
                }
            }
            case "recover", "acknowledge" -> {
                if (!present.inTransaction()) {
                    return null;
                }
            }
            case "getExceptionListener" -> {
                // That of the managed connection is nobody's business.
                return null;
            }
            default -> {}
        }
        Object result = present.call(present.physical().session(), method, arguments);
        note(method.getName(), arguments);
        if (result == null) {
            return null;
        }
        belongings.noteTemporary(result);
        return PartHandle.of(belongings, this::attached, new PartHandle.Call(method, arguments), present, result);
    }

    /** What has to be so again on another connection. */
    private void note(String called, Object @Nullable [] arguments) {
        if (called.equals("start")) {
            started = true;
        } else if (called.equals("setAutoStart") && arguments != null) {
            autoStart = (boolean) arguments[0];
        }
    }

    /** Of the store's connection. */
    public ConnectionMetaData metaData() throws JMSException {
        SessionHost present = connection;
        if (present == null) {
            throw new IllegalStateException("The session is closed", ErrorCodes.CLOSED);
        }
        return present.physical().metaData();
    }

    /** For a session, which waits for its connection to be started. */
    public void start() throws JMSException {
        started = true;
        SessionHost present = connection;
        if (present != null) {
            present.physical().start();
        }
    }
}
