package dev.restante.ra.outbound;

import jakarta.jms.CompletionListener;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * Rule that says which calls application components must not make (EEC-02, EEC-03).
 *
 * <p>These are calls that only the container makes, and calls that lead to callbacks on other threads.
 */
public final class ComponentCallRule {

    private static final Set<String> FORBIDDEN = Set.of(
            "setMessageListener",
            "getMessageListener",
            "setExceptionListener",
            "setClientID",
            "stop",
            "run",
            "createContext",
            "setAsync");

    private ComponentCallRule() {}

    /** Returns whether components must not call a method of a session, context, producer or consumer. */
    static boolean isForbidden(Method method) {
        return FORBIDDEN.contains(method.getName()) || sendsAsynchronously(method);
    }

    private static boolean sendsAsynchronously(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return types.length > 0 && types[types.length - 1] == CompletionListener.class;
    }

    public static String message(String method) {
        return method + "() must not be called by components of an application server (Jakarta Messaging 12.2). "
                + remedy(method);
    }

    private static String remedy(String method) {
        return switch (method) {
            case "setClientID" -> "Set the client id of the connection factory.";
            case "createContext" -> "Create the context with the connection factory.";
            case "send", "setAsync" -> "Send without a CompletionListener.";
            case "stop", "setExceptionListener" -> "The container does this.";
            default -> "Use a message-driven bean.";
        };
    }
}
