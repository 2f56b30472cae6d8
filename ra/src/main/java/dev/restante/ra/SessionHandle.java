package dev.restante.ra;

import jakarta.jms.ConnectionMetaData;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.Session;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSubscriber;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an application has in its hands in place of a session or a context of a managed connection: a proxy that passes calls on, refuses what components must not do (EEC-03), and closes with it what
 * was made by it. Messages and destinations are the store's own.
 */
final class SessionHandle implements InvocationHandler, ManagedHandle {

    private static final Logger LOG = LoggerFactory.getLogger(SessionHandle.class);

    /** What only the container does, or what calls back on threads that are not its own. */
    private static final Set<String> REFUSED = Set.of(
            "setMessageListener",
            "getMessageListener",
            "setExceptionListener",
            "setClientID",
            "stop",
            "run",
            "createContext",
            "setAsync");

    private final SessionKind kind;
    private final Object face;
    private final Set<AutoCloseable> made = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Lease lease;
    private volatile boolean closed;
    private volatile int mode = Session.AUTO_ACKNOWLEDGE;

    /** The managed connection that a handle stands for at the moment. */
    record Lease(RestanteManagedConnection connection) {}

    SessionHandle(SessionKind kind) {
        this.kind = kind;
        this.face = Proxy.newProxyInstance(
                SessionHandle.class.getClassLoader(), new Class<?>[] {kind.face(), ManagedHandle.class}, this);
    }

    /** That of an application's object. */
    static SessionHandle of(Object connection) {
        return (SessionHandle) Proxy.getInvocationHandler(connection);
    }

    /** What the application gets. */
    Object face() {
        return face;
    }

    /** In which mode the application wanted it, outside of transactions: AUTO or DUPS_OK (EEC-05). */
    void mode(int wanted) {
        mode = wanted == Session.DUPS_OK_ACKNOWLEDGE ? wanted : Session.AUTO_ACKNOWLEDGE;
    }

    /** Stands for another connection from now on; returns the former. */
    @Nullable
    RestanteManagedConnection attach(Lease next) {
        Lease former = lease;
        lease = next;
        return former == null ? null : former.connection();
    }

    /** Stands for none any more. */
    void detach() {
        closeMade();
        lease = null;
        closed = true;
    }

    @Override
    public boolean isValid(int timeoutSeconds) {
        Lease of = lease;
        return !closed && of != null && !of.connection().broken();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        closeMade();
        Lease of = lease;
        lease = null;
        if (of != null) {
            of.connection().closed(this);
        }
    }

    private void closeMade() {
        for (AutoCloseable each : made) {
            try {
                each.close();
            } catch (Exception failure) {
                LOG.debug("What a handle had made could not be closed", failure);
            }
        }
        made.clear();
    }

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
        Lease of = lease;
        if (closed || of == null) {
            throw refusal("The session is closed", "RESTANTE-CLOSED");
        }
        RestanteManagedConnection connection = of.connection();
        switch (method.getName()) {
            case "getTransacted" -> {
                return connection.inTransaction();
            }
            case "getAcknowledgeMode", "getSessionMode" -> {
                return connection.inTransaction() ? Session.SESSION_TRANSACTED : mode;
            }
            case "commit", "rollback" -> {
                if (!connection.inTransaction()) {
                    throw refusal(
                            method.getName()
                                    + "() is for local transactions, which components don't have; use UserTransaction",
                            "RESTANTE-ILLEGAL-STATE");
                }
            }
            case "recover", "acknowledge" -> {
                if (!connection.inTransaction()) {
                    return null;
                }
            }
            default -> {
                if (REFUSED.contains(method.getName())) {
                    throw refusal(
                            method.getName()
                                    + "() is not for components of an application server (Jakarta Messaging 12.2)",
                            "RESTANTE-NOT-IN-CONTAINER");
                }
            }
        }
        return wrapped(call(connection.physical().session(), method, arguments, connection));
    }

    private static @Nullable Object call(
            Object target, Method method, Object @Nullable [] arguments, RestanteManagedConnection connection)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            if (cause instanceof JMSException checked && isFatal(checked.getErrorCode())) {
                connection.failed(checked);
            } else if (cause instanceof JMSRuntimeException unchecked && isFatal(unchecked.getErrorCode())) {
                connection.failed(unchecked);
            }
            throw cause;
        }
    }

    /** Whether the connection is of no use any more after that. */
    private static boolean isFatal(@Nullable String errorCode) {
        return "RESTANTE-NODE-FENCED".equals(errorCode) || "RESTANTE-CLOSED".equals(errorCode);
    }

    private Exception refusal(String text, String code) {
        return kind == SessionKind.CONTEXT
                ? new IllegalStateRuntimeException(text, code)
                : new IllegalStateException(text, code);
    }

    // ---- what is made by it ----

    private @Nullable Object wrapped(@Nullable Object result) {
        Class<?> part = part(result);
        if (result instanceof AutoCloseable closeable) {
            made.add(closeable);
        }
        if (result == null || part == null) {
            return result;
        }
        return Proxy.newProxyInstance(SessionHandle.class.getClassLoader(), new Class<?>[] {part}, new Part(result));
    }

    /** The interface of a result of which some calls are refused or must be noticed; null for all others. */
    private static @Nullable Class<?> part(@Nullable Object result) {
        for (Class<?> face : new Class<?>[] {
            QueueReceiver.class, TopicSubscriber.class, MessageConsumer.class, JMSConsumer.class,
            QueueSender.class, TopicPublisher.class, MessageProducer.class, JMSProducer.class
        }) {
            if (face.isInstance(result)) {
                return face;
            }
        }
        return null;
    }

    /** A producer or consumer. */
    private final class Part implements InvocationHandler {
        private final Object target;

        Part(Object target) {
            this.target = target;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            String name = method.getName();
            switch (name) {
                case "equals" -> {
                    return arguments != null && arguments[0] == proxy;
                }
                case "hashCode" -> {
                    return System.identityHashCode(proxy);
                }
                case "close" -> made.remove(target);
                default -> {
                    if (REFUSED.contains(name) || isAsynchronous(method)) {
                        throw refusal(
                                name
                                        + "() with a callback is not for components of an application server (Jakarta Messaging 12.2)",
                                "RESTANTE-NOT-IN-CONTAINER");
                    }
                }
            }
            Lease of = lease;
            if (of == null) {
                if (name.equals("close")) {
                    return null;
                }
                throw refusal("The session is closed", "RESTANTE-CLOSED");
            }
            Object result = call(target, method, arguments, of.connection());
            return result == target ? proxy : result;
        }
    }

    private static boolean isAsynchronous(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return types.length > 0 && types[types.length - 1] == jakarta.jms.CompletionListener.class;
    }

    /** Of the store's connection. */
    ConnectionMetaData metaData() throws JMSException {
        Lease of = lease;
        if (of == null) {
            throw new IllegalStateException("The session is closed", "RESTANTE-CLOSED");
        }
        return of.connection().physical().metaData();
    }

    /** For a context: whether it starts by itself is the application's affair; a session waits for its connection. */
    void start() throws JMSException {
        Lease of = lease;
        if (of != null && kind != SessionKind.CONTEXT) {
            of.connection().physical().start();
        }
    }
}
