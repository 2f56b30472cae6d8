package dev.restante.ra.outbound;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.JcaExceptionTranslation;
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
 * Proxy of a session or context for an application component, which can move to another managed connection (RA-30).
 *
 * <p>The proxy passes calls on and rejects calls that components must not make (EEC-03). Its producers, consumers and
 * temporary destinations end with it.
 *
 * <p>The container can take the managed connection from an unused handle, which gets another one at its next use.
 *
 * <p>One thread at a time uses a handle, and any thread can close it.
 */
public final class SessionHandle implements InvocationHandler, ManagedHandle {

    private final SessionKind kind;
    private final Object proxy;
    private final HandleResources resources = new HandleResources();

    /** Current connection; null after the container has taken it, and after the end of the handle. */
    private volatile @Nullable HandleHost connection;

    private volatile @Nullable HandleOrigin origin;
    private volatile boolean closed;
    private volatile boolean started;
    private volatile boolean autoStart = true;
    private volatile int mode = Session.AUTO_ACKNOWLEDGE;

    SessionHandle(SessionKind kind) {
        this.kind = kind;
        this.proxy = Proxy.newProxyInstance(
                SessionHandle.class.getClassLoader(),
                new Class<?>[] {kind.sessionInterface(), ManagedHandle.class},
                this);
    }

    /**
     * Returns the handle behind an object of the application.
     *
     * @throws IllegalArgumentException if the object is no handle of Restante
     */
    static SessionHandle of(Object application) {
        if (Proxy.isProxyClass(application.getClass())
                && Proxy.getInvocationHandler(application) instanceof SessionHandle handle) {
            return handle;
        }
        throw new IllegalArgumentException(
                "The class " + application.getClass().getName() + " is not a session of Restante");
    }

    public Object proxy() {
        return proxy;
    }

    SessionKind kind() {
        return kind;
    }

    /** Sets the mode that the application requests outside transactions: AUTO or DUPS_OK (EEC-05). */
    public void setSessionMode(int wanted) {
        mode = wanted == Session.DUPS_OK_ACKNOWLEDGE ? wanted : Session.AUTO_ACKNOWLEDGE;
    }

    void setOrigin(HandleOrigin from) {
        origin = from;
    }

    // ---- connection ----

    /** Connects the handle to a connection and returns the previous one. */
    @Nullable
    HandleHost attach(HandleHost next) throws JMSException {
        HandleHost former = connection;
        if (former != next) {
            resources.release();
            connection = next;
            if (started) {
                next.session().start();
            }
            if (!autoStart) {
                next.session().setAutoStart(false);
            }
        }
        return former;
    }

    boolean isMovable() {
        return !resources.hasTemporaryDestinations();
    }

    /** Disconnects the handle until the application uses it again. */
    void dissociate() {
        resources.release();
        connection = null;
    }

    /**
     * Ends the handle with its connection and returns the temporary destinations that the connection must still delete.
     */
    List<HandleResources.TemporaryResource> detach() {
        closed = true;
        List<HandleResources.TemporaryResource> left = resources.end();
        connection = null;
        return left;
    }

    /**
     * Returns the connection, or requests another one if the container has taken it.
     *
     * @param method the method that the application called, which determines the kind of exception
     */
    private HandleHost requireAttached(Method method) throws Exception {
        HandleHost present = connection;
        if (present == null && !closed) {
            associate(method);
            present = connection;
        }
        if (closed || present == null) {
            throw JcaExceptionTranslation.notAllowed(method, "The session is closed", ErrorCodes.CLOSED);
        }
        return present;
    }

    private void associate(Method called) throws Exception {
        HandleOrigin from = origin;
        try {
            if (from != null) {
                from.associate(proxy);
            }
        } catch (ResourceException refusal) {
            JMSException told = JcaExceptionTranslation.toJmsException(refusal);
            throw JcaExceptionTranslation.isUnchecked(called) ? JcaExceptionTranslation.toUnchecked(told) : told;
        }
    }

    @Override
    public boolean isValid(int timeoutSeconds) {
        HandleHost present = connection;
        return !closed && (present == null || !present.isBroken());
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        List<HandleResources.TemporaryResource> left = resources.end();
        HandleHost present = connection;
        HandleOrigin from = origin;
        connection = null;
        if (present != null) {
            present.onHandleClosed(proxy, left);
        } else if (from != null) {
            from.closed(proxy);
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
                return "Restante " + kind.sessionInterface().getSimpleName() + " of a container"
                        + (closed ? ", closed" : "");
            }
            case "isValid" -> {
                return isValid(0);
            }
            case "close" -> {
                close();
                return null;
            }
            default -> {
                return invokeOnSession(method, arguments);
            }
        }
    }

    private @Nullable Object invokeOnSession(Method method, Object @Nullable [] arguments) throws Throwable {
        HandleHost present = requireAttached(method);
        if (ComponentCallRule.isForbidden(method)) {
            throw JcaExceptionTranslation.notAllowed(
                    method, ComponentCallRule.message(method.getName()), ErrorCodes.NOT_IN_CONTAINER);
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
                    throw JcaExceptionTranslation.notAllowed(
                            method,
                            method.getName() + "() is for local transactions, which components do not have. Use"
                                    + " UserTransaction.",
                            ErrorCodes.ILLEGAL_STATE);
                }
            }
            case "recover", "acknowledge" -> {
                if (!present.inTransaction()) {
                    return null;
                }
            }
            case "getExceptionListener" -> {
                // The listener of the managed connection is hidden from the application.
                return null;
            }
            default -> {}
        }
        Object result = present.call(present.session().session(), method, arguments);
        recordSetting(method.getName(), arguments);
        if (result == null) {
            return null;
        }
        resources.trackTemporary(result);
        return SessionPartHandle.of(
                resources,
                this::requireAttached,
                new SessionPartHandle.RecordedCall(method, arguments),
                present,
                result);
    }

    /** Records settings that another connection must repeat. */
    private void recordSetting(String called, Object @Nullable [] arguments) {
        if (called.equals("start")) {
            started = true;
        } else if (called.equals("setAutoStart") && arguments != null) {
            autoStart = (boolean) arguments[0];
        }
    }

    public ConnectionMetaData metaData() throws JMSException {
        HandleHost present = connection;
        if (present == null) {
            throw new IllegalStateException("The session is closed", ErrorCodes.CLOSED);
        }
        return present.session().metaData();
    }

    /** Starts the connection of a session. A context starts itself. */
    public void start() throws JMSException {
        started = true;
        HandleHost present = connection;
        if (present != null) {
            present.session().start();
        }
    }
}
