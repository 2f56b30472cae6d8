package dev.restante.ra.outbound;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.Failures;
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
 * A producer, consumer or browser as an application of a container has it: a proxy that passes calls on, and refuses
 * what components must not do (EEC-03). When its session handle stands for another connection it is made again there,
 * with what was set.
 *
 * <p>As thread-safe as what it stands for.
 */
final class PartHandle implements InvocationHandler, Belongings.Part {

    private static final Logger LOG = LoggerFactory.getLogger(PartHandle.class);

    /** The most special ones first. */
    private static final List<Class<?>> FACES = List.of(
            QueueReceiver.class,
            TopicSubscriber.class,
            MessageConsumer.class,
            JMSConsumer.class,
            QueueSender.class,
            TopicPublisher.class,
            MessageProducer.class,
            JMSProducer.class,
            QueueBrowser.class);

    private final Belongings belongings;
    private final Attaching session;
    private final Call origin;
    private final Map<String, Call> settings = new LinkedHashMap<>();
    private volatile @Nullable Bound bound;
    private volatile boolean closed;

    /** The session handle by which it was made. */
    interface Attaching {
        /**
         * What that stands for.
         *
         * @param called for which that is asked, in whose words it is refused
         */
        SessionHost attached(Method called) throws Exception;
    }

    /** A call that can be repeated. */
    record Call(Method method, Object @Nullable [] arguments) {}

    /** The thing itself, and where it is. */
    private record Bound(SessionHost host, Object target) {}

    private PartHandle(Belongings belongings, Attaching session, Call origin, SessionHost host, Object target) {
        this.belongings = belongings;
        this.session = session;
        this.origin = origin;
        this.bound = new Bound(host, target);
    }

    /** What the application gets for a result of a session: a proxy if it is one of those, else the result. */
    static Object of(Belongings belongings, Attaching session, Call origin, SessionHost host, Object result) {
        for (Class<?> face : FACES) {
            if (face.isInstance(result)) {
                PartHandle part = new PartHandle(belongings, session, origin, host, result);
                if (result instanceof AutoCloseable) {
                    belongings.add(part);
                }
                return Proxy.newProxyInstance(PartHandle.class.getClassLoader(), new Class<?>[] {face}, part);
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
                return "Restante " + origin.method().getReturnType().getSimpleName() + " of a container";
            }
            case "close" -> {
                closed = true;
                belongings.remove(this);
                release();
                return null;
            }
            default -> {
                if (ComponentRule.refuses(method)) {
                    throw Failures.refusal(method, ComponentRule.refusal(name), ErrorCodes.NOT_IN_CONTAINER);
                }
            }
        }
        Bound now = bound(method);
        Object result = now.host().call(now.target(), method, arguments);
        note(method, arguments);
        return result == now.target() ? proxy : result;
    }

    /** Where its session is, made again there if it was elsewhere. */
    private Bound bound(Method called) throws Throwable {
        if (closed) {
            throw Failures.refusal(called, "It is closed", ErrorCodes.CLOSED);
        }
        SessionHost here = session.attached(called);
        Bound now = bound;
        if (now != null && now.host() == here) {
            return now;
        }
        Object made = here.call(here.physical().session(), origin.method(), origin.arguments());
        if (made == null) {
            throw new AssertionError(origin.method() + " makes something");
        }
        for (Call setting : settings.values()) {
            here.call(made, setting.method(), setting.arguments());
        }
        Bound next = new Bound(here, made);
        bound = next;
        return next;
    }

    /** Remembers what is set; of each setting, and of each property, the last. */
    private void note(Method method, Object @Nullable [] arguments) {
        String name = method.getName();
        if (name.equals("clearProperties")) {
            settings.keySet().removeIf(key -> key.startsWith("setProperty"));
        } else if (name.startsWith("set") && arguments != null) {
            String key = arguments.length == 2 ? name + " " + arguments[0] : name;
            settings.remove(key);
            settings.put(key, new Call(method, arguments));
        }
    }

    @Override
    public void release() {
        Bound now = bound;
        bound = null;
        if (now != null && now.target() instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception failure) {
                LOG.debug("What a handle had made could not be closed", failure);
            }
        }
    }
}
