package dev.restante.runtime;

import dev.restante.broker.BrokerSettings;
import dev.restante.option.LocalAccess;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.util.ArrayList;
import java.util.List;

/**
 * Request of a connection factory to use the node of its store. All factories of one store in one JVM must agree on
 * some options.
 *
 * @param credentials the credentials that open the store
 * @param options the frozen options of the factory
 * @param createStore true if a missing store is created
 */
record NodeRequest(StoreLocation location, Credentials credentials, FactoryOptions options, boolean createStore) {

    /** Returns the differences between the options of this factory and of the factory that has opened the node. */
    List<String> conflictsWith(FactoryOptions opened) {
        List<String> differences = new ArrayList<>();
        addIfDifferent(differences, FactoryOption.LEASE_DURATION, opened);
        addIfDifferent(differences, FactoryOption.STORE_TIMEOUT, opened);
        addIfDifferent(differences, FactoryOption.MAX_MESSAGE_BYTES, opened);
        addIfDifferent(differences, FactoryOption.MAX_LARGE_BODY_BYTES, opened);
        addIfDifferent(differences, FactoryOption.SHUTDOWN_HOOK, opened);
        addIfDifferent(differences, "machineClock", options.machineClock(), opened.machineClock());
        addIfDifferent(differences, FactoryOption.JMX, opened);
        if (opened.get(FactoryOption.LOCAL_ACCESS) == LocalAccess.TOOL && !isOfTool()) {
            // A tool can hand the store over at any time, which is unsuitable for an application.
            addIfDifferent(differences, FactoryOption.LOCAL_ACCESS, opened);
        }
        return differences;
    }

    private void addIfDifferent(List<String> differences, FactoryOption<?> option, FactoryOptions opened) {
        addIfDifferent(differences, option.optionName(), options.get(option), opened.get(option));
    }

    private static void addIfDifferent(List<String> differences, String name, Object mine, Object others) {
        if (!mine.equals(others)) {
            differences.add(name + " " + mine + " (other factory: " + others + ")");
        }
    }

    /** Returns whether a tool opens the node; an interrupt ends a tool's wait for the store. */
    boolean isOfTool() {
        return options.get(FactoryOption.LOCAL_ACCESS) == LocalAccess.TOOL;
    }

    BrokerSettings brokerSettings() {
        BrokerSettings defaults =
                BrokerSettings.defaults("jvm-" + ProcessHandle.current().pid());
        return new BrokerSettings(
                defaults.nodeName(),
                options.get(FactoryOption.LEASE_DURATION),
                options.get(FactoryOption.STORE_TIMEOUT),
                defaults.pollInterval(),
                options.get(FactoryOption.MAX_MESSAGE_BYTES),
                options.get(FactoryOption.MAX_LARGE_BODY_BYTES),
                defaults.prefetchBytes());
    }
}
