package dev.restante;

import dev.restante.broker.BrokerSettings;
import dev.restante.model.MachineClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Options that all factories of one store in one JVM must agree on, because they share its node.
 *
 * @param leaseDuration see {@link BrokerSettings#lease}
 * @param storeTimeout see {@link BrokerSettings#storeTimeout}
 * @param maxMessageBytes see {@link BrokerSettings#maxMessageBytes}
 * @param maxLargeBodyBytes see {@link BrokerSettings#maxLargeBodyBytes}
 * @param shutdownHook whether the node ends with the JVM if nobody has closed it
 * @param machineClock the clocks of this machine, or those of a test
 * @param jmx whether the node has management beans
 * @param localAccess how it shares an embedded store with other processes; a tool joins whatever is open
 * @param createStore whether a database without a store gets one; factories need not agree on it
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

    /** The names of the options that differ, with both values. */
    List<String> differencesTo(NodeSettings other) {
        List<String> differences = new ArrayList<>();
        note(differences, "leaseDuration", leaseDuration, other.leaseDuration);
        note(differences, "storeTimeout", storeTimeout, other.storeTimeout);
        note(differences, "maxMessageBytes", maxMessageBytes, other.maxMessageBytes);
        note(differences, "maxLargeBodyBytes", maxLargeBodyBytes, other.maxLargeBodyBytes);
        note(differences, "shutdownHook", shutdownHook, other.shutdownHook);
        note(differences, "machineClock", machineClock, other.machineClock);
        note(differences, "jmx", jmx, other.jmx);
        if (other.localAccess == LocalAccess.TOOL && localAccess != LocalAccess.TOOL) {
            // The node may go at any time, which is nothing for an application.
            note(differences, "localAccess", localAccess, other.localAccess);
        }
        return differences;
    }

    /** Returns whether a tool opens the node: an interrupt ends a tool's wait for the store. */
    boolean isOfTool() {
        return localAccess == LocalAccess.TOOL;
    }

    private static void note(List<String> differences, String name, Object mine, Object others) {
        if (!mine.equals(others)) {
            differences.add(name + " " + mine + " (there: " + others + ")");
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
                defaults.bufferBytes());
    }
}
