package dev.restante.ra.outbound;

import jakarta.jms.CompletionListener;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * The calls that components of an application server must not make: what only the container does, and what calls back
 * on threads that are not the container's (EEC-02, EEC-03).
 */
public final class ComponentRule {

    private static final Set<String> REFUSED = Set.of(
            "setMessageListener",
            "getMessageListener",
            "setExceptionListener",
            "setClientID",
            "stop",
            "run",
            "createContext",
            "setAsync");

    private ComponentRule() {}

    /** Whether a call of a session, context, producer or consumer is one of those. */
    static boolean refuses(Method method) {
        return REFUSED.contains(method.getName()) || sendsAsynchronously(method);
    }

    private static boolean sendsAsynchronously(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return types.length > 0 && types[types.length - 1] == CompletionListener.class;
    }

    /** What to say then. */
    public static String refusal(String method) {
        return method + "() is not for components of an application server (Jakarta Messaging 12.2)";
    }
}
