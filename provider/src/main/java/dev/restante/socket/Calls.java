package dev.restante.socket;

import dev.restante.broker.Administration;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The table of the calls that administrators make, read off {@link Administration} and its parts: what is added there
 * can be called from another process without a further line here.
 */
public final class Calls {

    /** Methods that change nothing, by their parts and names. */
    private static final Set<String> LOOKS = Set.of(
            "entities",
            "outcome",
            "node",
            "settings",
            "nodes",
            "history.read",
            "orphans.list",
            "redriveJobs.list",
            "redriveJobs.find",
            "storeSettings.ask",
            "messageAdministration.explain",
            "queueAdministration.queue",
            "queueAdministration.cachedQueue",
            "queueAdministration.current",
            "topicAdministration.topic",
            "topicAdministration.topics",
            "topicAdministration.subscriptions",
            "topicAdministration.subscription",
            "topicAdministration.topicOf",
            "topicAdministration.deadLetterQueue",
            "topicAdministration.durable",
            "topicAdministration.rules.rules",
            "messageAdministration.page",
            "messageAdministration.reasons",
            "messageAdministration.until",
            "messageAdministration.groups",
            "messageAdministration.groupState",
            "branches.prepared",
            "statistics.of",
            "statistics.blockedDeletions",
            "statistics.traffic",
            "storeSettings.maximumTimeToLive");

    private static final Calls ALL = new Calls();

    private final Map<String, Call> byName = new TreeMap<>();
    private final WireTypes types = new WireTypes();

    private Calls() {
        collect(List.of(), "", Administration.class);
    }

    private void collect(List<Method> way, String path, Class<?> part) {
        for (Method method : inOrder(part)) {
            String name = path + method.getName();
            if (isPart(method)) {
                collect(and(way, method), name + ".", method.getReturnType());
            } else {
                String parameters = Stream.of(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"));
                byName.put(name + parameters, new Call(name + parameters, way, method, LOOKS.contains(name), types));
            }
        }
    }

    private static List<Method> inOrder(Class<?> part) {
        return Stream.of(part.getMethods())
                .sorted(Comparator.comparing(Method::toGenericString))
                .toList();
    }

    private static boolean isPart(Method method) {
        return method.getParameterCount() == 0
                && method.getReturnType().isInterface()
                && method.getReturnType().getPackageName().startsWith("dev.restante.broker");
    }

    private static List<Method> and(List<Method> way, Method step) {
        List<Method> further = new ArrayList<>(way);
        further.add(step);
        return further;
    }

    /** The call with a name; null if there is none. */
    static @Nullable Call named(String name) {
        return ALL.byName.get(name);
    }

    /** All of them, and what their types consist of: one line for each. */
    static List<String> described() {
        List<String> lines = new ArrayList<>(ALL.byName.keySet());
        ALL.types.contents().forEach((name, content) -> lines.add(name + " " + content));
        return lines;
    }

    /** All of them. */
    static List<Call> all() {
        return List.copyOf(ALL.byName.values());
    }

    /** Whoever makes the calls of an administration. */
    @FunctionalInterface
    public interface Maker {
        @Nullable
        Object make(Call call, @Nullable Object[] arguments);
    }

    /** An administration whose calls somebody else makes. */
    public static Administration madeBy(Maker maker) {
        return (Administration) part(Administration.class, "", maker);
    }

    private static Object part(Class<?> type, String path, Maker maker) {
        Map<Method, Object> parts = new ConcurrentHashMap<>();
        InvocationHandler handler = (proxy, method, given) -> {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "equals" -> proxy == given[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> "administration by calls" + (path.isEmpty() ? "" : ", " + path);
                };
            }
            if (isPart(method)) {
                return parts.computeIfAbsent(
                        method, step -> part(step.getReturnType(), path + step.getName() + ".", maker));
            }
            String parameters = Stream.of(method.getParameterTypes())
                    .map(Class::getSimpleName)
                    .collect(Collectors.joining(",", "(", ")"));
            Call call = ALL.byName.get(path + method.getName() + parameters);
            return maker.make(
                    java.util.Objects.requireNonNull(call, method::toString), given == null ? new Object[0] : given);
        };
        return Proxy.newProxyInstance(Calls.class.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
