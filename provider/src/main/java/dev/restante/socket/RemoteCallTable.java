package dev.restante.socket;

import dev.restante.broker.BrokerAdministration;
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
 * Table of all remote calls, derived from the methods of {@link BrokerAdministration} and its parts. Other processes
 * can therefore call new methods without further code.
 */
public final class RemoteCallTable {

    /** Names of calls that change nothing. */
    private static final Set<String> READ_ONLY_CALLS = Set.of(
            "entities",
            "commitOutcome",
            "localNodeStatus",
            "nodeSettings",
            "nodeStatuses",
            "history.read",
            "orphans.list",
            "redriveJobs.list",
            "redriveJobs.find",
            "storeSettings.probe",
            "messageAdministration.blockingReasons",
            "policyAdministration.policies",
            "queueAdministration.queue",
            "queueAdministration.cachedQueue",
            "queueAdministration.current",
            "topicAdministration.topic",
            "topicAdministration.topics",
            "topicAdministration.subscriptions",
            "topicAdministration.subscription",
            "topicAdministration.topicOf",
            "topicAdministration.deadLetterQueue",
            "topicAdministration.durableSubscription",
            "topicAdministration.rules.rules",
            "messageAdministration.messages",
            "messageAdministration.deadLetterReasons",
            "messageAdministration.highWaterMark",
            "messageAdministration.groups",
            "messageAdministration.groupState",
            "branches.prepared",
            "statistics.statistics",
            "statistics.blockedDeletions",
            "statistics.throughput",
            "storeSettings.maximumTimeToLive");

    private static final RemoteCallTable ALL = new RemoteCallTable();

    private final Map<String, RemoteCall> byName = new TreeMap<>();
    private final WireCodecRegistry codecRegistry = new WireCodecRegistry();

    private RemoteCallTable() {
        collect(List.of(), "", BrokerAdministration.class);
    }

    private void collect(List<Method> way, String path, Class<?> part) {
        for (Method method : inOrder(part)) {
            String name = path + method.getName();
            if (isSubInterface(method)) {
                collect(append(way, method), name + ".", method.getReturnType());
            } else {
                String callName = callName(path, method);
                byName.put(
                        callName, new RemoteCall(callName, way, method, READ_ONLY_CALLS.contains(name), codecRegistry));
            }
        }
    }

    private static List<Method> inOrder(Class<?> part) {
        return Stream.of(part.getMethods())
                .sorted(Comparator.comparing(Method::toGenericString))
                .toList();
    }

    private static String callName(String path, Method method) {
        return Stream.of(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(",", path + method.getName() + "(", ")"));
    }

    private static boolean isSubInterface(Method method) {
        return method.getParameterCount() == 0
                && method.getReturnType().isInterface()
                && method.getReturnType().getPackageName().startsWith("dev.restante.broker");
    }

    private static List<Method> append(List<Method> path, Method method) {
        List<Method> further = new ArrayList<>(path);
        further.add(method);
        return further;
    }

    static @Nullable RemoteCall find(String name) {
        return ALL.byName.get(name);
    }

    /** Returns one line for each call and each type, for a test that detects protocol changes. */
    static List<String> describe() {
        List<String> lines = new ArrayList<>(ALL.byName.keySet());
        ALL.codecRegistry.typeDescriptions().forEach((name, content) -> lines.add(name + " " + content));
        return lines;
    }

    static List<RemoteCall> all() {
        return List.copyOf(ALL.byName.values());
    }

    @FunctionalInterface
    public interface RemoteCallInvoker {
        @Nullable
        Object invoke(RemoteCall call, @Nullable Object[] arguments);
    }

    /** Returns an administration that passes each call to the invoker. */
    public static BrokerAdministration proxyFor(RemoteCallInvoker invoker) {
        return (BrokerAdministration) part(BrokerAdministration.class, "", invoker);
    }

    private static Object part(Class<?> type, String path, RemoteCallInvoker invoker) {
        Map<Method, Object> parts = new ConcurrentHashMap<>();
        InvocationHandler handler = (proxy, method, given) -> {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "equals" -> proxy == given[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> "administration by calls" + (path.isEmpty() ? "" : ", " + path);
                };
            }
            if (isSubInterface(method)) {
                return parts.computeIfAbsent(
                        method, step -> part(step.getReturnType(), path + step.getName() + ".", invoker));
            }
            RemoteCall call = ALL.byName.get(callName(path, method));
            return invoker.invoke(
                    java.util.Objects.requireNonNull(call, method::toString), given == null ? new Object[0] : given);
        };
        return Proxy.newProxyInstance(RemoteCallTable.class.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
