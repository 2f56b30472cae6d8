package dev.restante.runtime;

import dev.restante.broker.BrokerSettings;
import dev.restante.model.MachineClock;
import dev.restante.option.LocalAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Options on which all connection factories of one store in one JVM must agree.
 *
 * @param leaseDuration see {@link BrokerSettings#lease}
 * @param storeTimeout see {@link BrokerSettings#storeTimeout}
 * @param maxMessageBytes see {@link BrokerSettings#maxMessageBytes}
 * @param maxLargeBodyBytes see {@link BrokerSettings#maxLargeBodyBytes}
 * @param localAccess the sharing of an embedded store; a tool joins any open node
 * @param createStore true if a missing store is created; factories need not agree on this option
 */
record NodeSettings(
        Duration leaseDuration,
        Duration storeTimeout,
        int maxMessageBytes,
        long maxLargeBodyBytes,
        boolean shutdownHook,
        MachineClock machineClock,
        boolean jmx,
        LocalAccess localAccess,
        boolean createStore) {

    /** Returns the differing options. */
    List<String> conflictsWith(NodeSettings other) {
        List<String> differences = new ArrayList<>();
        addIfDifferent(differences, "leaseDuration", leaseDuration, other.leaseDuration);
        addIfDifferent(differences, "storeTimeout", storeTimeout, other.storeTimeout);
        addIfDifferent(differences, "maxMessageBytes", maxMessageBytes, other.maxMessageBytes);
        addIfDifferent(differences, "maxLargeBodyBytes", maxLargeBodyBytes, other.maxLargeBodyBytes);
        addIfDifferent(differences, "shutdownHook", shutdownHook, other.shutdownHook);
        addIfDifferent(differences, "machineClock", machineClock, other.machineClock);
        addIfDifferent(differences, "jmx", jmx, other.jmx);
        if (other.localAccess == LocalAccess.TOOL && localAccess != LocalAccess.TOOL) {
            // A tool can hand the store over at any time, which is unsuitable for an application.
            addIfDifferent(differences, "localAccess", localAccess, other.localAccess);
        }
        return differences;
    }

    /** Returns whether a tool opens the node; an interrupt ends a tool's wait for the store. */
    boolean isOfTool() {
        return localAccess == LocalAccess.TOOL;
    }

    private static void addIfDifferent(List<String> differences, String name, Object mine, Object others) {
        if (!mine.equals(others)) {
            differences.add(name + " " + mine + " (other factory: " + others + ")");
        }
    }

    BrokerSettings brokerSettings() {
        BrokerSettings defaults =
                BrokerSettings.defaults("jvm-" + ProcessHandle.current().pid());
        return new BrokerSettings(
                defaults.nodeName(),
                leaseDuration,
                storeTimeout,
                defaults.pollInterval(),
                maxMessageBytes,
                maxLargeBodyBytes,
                defaults.prefetchBytes());
    }
}
