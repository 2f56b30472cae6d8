package dev.restante.ra.outbound;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.JcaExceptionTranslation;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSProducer;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSubscriber;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proxy of a producer, consumer or browser that can move to another managed connection.
 *
 * <p>The proxy passes calls on and rejects calls that components must not make (EEC-03). When its session handle has
 * moved, it creates the object again on the new connection and repeats its settings.
 *
 * <p>It is as thread-safe as the object behind it.
 */
final class SessionPartHandle implements InvocationHandler, HandleResources.HandlePart {

    private static final Logger LOG = LoggerFactory.getLogger(SessionPartHandle.class);

    /** Interfaces, the most specific first. */
    private static final List<Class<?>> INTERFACES = List.of(
            QueueReceiver.class,
            TopicSubscriber.class,
            MessageConsumer.class,
            JMSConsumer.class,
            QueueSender.class,
            TopicPublisher.class,
            MessageProducer.class,
            JMSProducer.class,
            QueueBrowser.class);

    private final HandleResources resources;
    private final SessionAttachment session;
    private final RecordedCall creationCall;
    private final Map<String, RecordedCall> recordedSettings = new LinkedHashMap<>();
    private volatile @Nullable BoundPart bound;
    private volatile boolean closed;

    interface SessionAttachment {
        /** Returns the current connection of the session handle. */
        HandleHost attached(Method called) throws Exception;
    }

    record RecordedCall(Method method, Object @Nullable [] arguments) {}

    private record BoundPart(HandleHost host, Object target) {}

    private SessionPartHandle(
            HandleResources resources,
            SessionAttachment session,
            RecordedCall creationCall,
            HandleHost host,
            Object target) {
        this.resources = resources;
        this.session = session;
        this.creationCall = creationCall;
        this.bound = new BoundPart(host, target);
    }

    /** Returns a proxy for a producer, consumer or browser, or any other result unchanged. */
    static Object of(
            HandleResources resources,
            SessionAttachment session,
            RecordedCall creationCall,
            HandleHost host,
            Object result) {
        for (Class<?> face : INTERFACES) {
            if (face.isInstance(result)) {
                SessionPartHandle part = new SessionPartHandle(resources, session, creationCall, host, result);
                if (result instanceof AutoCloseable) {
                    resources.add(part);
                }
                return Proxy.newProxyInstance(SessionPartHandle.class.getClassLoader(), new Class<?>[] {face}, part);
            }
        }
        return result;
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
            case "toString" -> {
                return "Restante " + creationCall.method().getReturnType().getSimpleName() + " of a container";
            }
            case "close" -> {
                closed = true;
                resources.remove(this);
                release();
                return null;
            }
            default -> {
                if (ComponentCallRule.isForbidden(method)) {
                    throw JcaExceptionTranslation.notAllowed(
                            method, ComponentCallRule.message(name), ErrorCodes.NOT_IN_CONTAINER);
                }
            }
        }
        BoundPart now = bound(method);
        Object result = now.host().call(now.target(), method, arguments);
        recordSetting(method, arguments);
        return result == now.target() ? proxy : result;
    }

    /** Returns the object on the current connection, and creates it again if the session has moved. */
    private BoundPart bound(Method called) throws Throwable {
        if (closed) {
            throw JcaExceptionTranslation.notAllowed(called, "The object is closed", ErrorCodes.CLOSED);
        }
        HandleHost here = session.attached(called);
        BoundPart now = bound;
        if (now != null && now.host() == here) {
            return now;
        }
        Object made = here.call(here.session().session(), creationCall.method(), creationCall.arguments());
        if (made == null) {
            throw new AssertionError(creationCall.method() + " returned null");
        }
        for (RecordedCall setting : recordedSettings.values()) {
            here.call(made, setting.method(), setting.arguments());
        }
        BoundPart next = new BoundPart(here, made);
        bound = next;
        return next;
    }

    /** Records the last value of each setting and of each property. */
    private void recordSetting(Method method, Object @Nullable [] arguments) {
        String name = method.getName();
        if (name.equals("clearProperties")) {
            recordedSettings.keySet().removeIf(key -> key.startsWith("setProperty"));
        } else if (name.startsWith("set") && arguments != null) {
            String key = arguments.length == 2 ? name + " " + arguments[0] : name;
            recordedSettings.remove(key);
            recordedSettings.put(key, new RecordedCall(method, arguments));
        }
    }

    @Override
    public void release() {
        BoundPart now = bound;
        bound = null;
        if (now != null && now.target() instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception failure) {
                LOG.debug("An object that a handle had created could not be closed", failure);
            }
        }
    }
}
