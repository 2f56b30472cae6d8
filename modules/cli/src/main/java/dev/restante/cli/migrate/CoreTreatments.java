package dev.restante.cli.migrate;

import static dev.restante.cli.migrate.Treatment.lost;
import static dev.restante.cli.migrate.Treatment.lostIfTrue;
import static dev.restante.cli.migrate.Treatment.notNeeded;
import static dev.restante.cli.migrate.Treatment.putAll;
import static dev.restante.cli.migrate.Treatment.translate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Treatments of all elements of the core configuration, by name. */
final class CoreTreatments {

    private static final String BRIDGE =
            "Restante does not connect to other brokers. Let a program receive messages from one and send them to the"
                    + " other.";
    private static final Map<String, Treatment> BY_NAME = treatments();

    private CoreTreatments() {}

    static @Nullable Treatment of(String element) {
        return BY_NAME.get(element);
    }

    static Set<String> names() {
        return BY_NAME.keySet();
    }

    private static Map<String, Treatment> treatments() {
        Map<String, Treatment> map = new LinkedHashMap<>();
        putAll(
                map,
                translate(),
                "addresses",
                "queues",
                "address-settings",
                "diverts",
                "security-settings",
                "wildcard-addresses",
                "literal-match-markers");
        putAll(
                map,
                notNeeded(AddressSettingTreatments.DATABASE),
                "persistence-enabled",
                "journal-datasync",
                "journal-lock-acquisition-timeout",
                "journal-directory",
                "journal-retention-directory",
                "journal-type",
                "journal-buffer-timeout",
                "journal-device-block-size",
                "journal-buffer-size",
                "journal-sync-transactional",
                "journal-sync-non-transactional",
                "journal-file-size",
                "journal-min-files",
                "journal-pool-files",
                "journal-compact-percentage",
                "journal-compact-min-files",
                "journal-max-io",
                "journal-file-open-timeout",
                "log-journal-write-rate",
                "large-message-sync",
                "large-messages-directory",
                "purge-page-folders",
                "paging-directory",
                "page-max-concurrent-io",
                "page-sync-timeout",
                "read-whole-page",
                "bindings-directory",
                "create-bindings-dir",
                "create-journal-dir",
                "node-manager-lock-directory",
                "store",
                "persist-id-cache",
                "persist-delivery-count-before-delivery",
                "max-redelivery-records",
                "global-max-messages",
                "global-max-size-percent-of-jvm-max-memory",
                "global-max-size",
                "max-disk-usage",
                "min-disk-free",
                "disk-scan-period");
        putAll(
                map,
                notNeeded("Restante runs in the applications, without a broker process"),
                "name",
                "system-property-prefix",
                "internal-naming-prefix",
                "uuid-namespace",
                "scheduled-thread-pool-max-size",
                "thread-pool-max-size",
                "graceful-shutdown-enabled",
                "graceful-shutdown-timeout",
                "configuration-file-refresh-period",
                "log-delegate-factory-class-name",
                "async-connection-execution-enabled",
                "server-dump-interval",
                "memory-warning-threshold",
                "memory-measure-interval",
                "critical-analyzer",
                "critical-analyzer-timeout",
                "critical-analyzer-check-period",
                "critical-analyzer-policy");
        putAll(
                map,
                notNeeded("applications connect to the database; clients of AMQP, MQTT, STOMP and OpenWire stay with"
                        + " Artemis"),
                "acceptors",
                "connectors",
                "resolve-protocols",
                "connection-ttl-override",
                "connection-ttl-check-interval",
                "amqp-use-core-subscription-naming",
                "mqtt-session-scan-interval",
                "mqtt-session-state-persistence-timeout",
                "mqtt-subscription-persistence-enabled");
        putAll(
                map,
                notNeeded("all nodes use the same database"),
                "ha-policy",
                "cluster-connections",
                "cluster-user",
                "cluster-password",
                "broadcast-groups",
                "discovery-groups",
                "grouping-handler",
                "network-check-list",
                "network-check-URL-list",
                "network-check-period",
                "network-check-timeout",
                "network-check-NIC",
                "network-check-ping-command",
                "network-check-ping6-command",
                "mirror-ack-manager-queue-attempts",
                "mirror-ack-manager-page-attempts",
                "mirror-ack-manager-retry-delay",
                "mirror-ack-manager-warn-unacked",
                "mirror-page-transaction");
        putAll(
                map,
                notNeeded("the database checks users and their rights"),
                "security-enabled",
                "security-invalidation-interval",
                "authentication-cache-size",
                "authorization-cache-size",
                "password-codec",
                "mask-password",
                "reject-empty-validated-user");
        putAll(
                map,
                notNeeded("restante commands, the console and MBeans administer the store"),
                "management-address",
                "management-notification-address",
                "jmx-management-enabled",
                "jmx-domain",
                "jmx-use-broker-name",
                "message-counter-enabled",
                "message-counter-sample-period",
                "message-counter-max-day-history",
                "suppress-session-notifications",
                "view-permission-method-match-pattern",
                "management-message-rbac",
                "management-rbac-prefix");
        putAll(map, notNeeded(AddressSettingTreatments.METERS), "metrics", "metrics-plugin");
        putAll(
                map,
                notNeeded("Restante expires messages on time"),
                "message-expiry-scan-period",
                "message-expiry-thread-priority");
        map.put("address-queue-scan-period", notNeeded("only the option autoDeleteOnIdle deletes queues"));
        putAll(
                map,
                notNeeded("the transaction manager ends distributed transactions"),
                "transaction-timeout",
                "transaction-timeout-scan-period");
        map.put(
                "wild-card-routing-enabled",
                notNeeded("subscriptions of Restante can have wildcards in place of a topic"));
        map.put("id-cache-size", AddressSettingTreatments.DUPLICATE_IDS);
        map.put(
                "populate-validated-user",
                lostIfTrue("Restante does not tell consumers the user of the sender. Let the sender set a property."));
        map.put(
                "temporary-queue-namespace",
                lost("policies of Restante do not apply to temporary queues, which have the default options."));
        putAll(map, lost(BRIDGE), "bridges", "federations", "broker-connections", "connector-services");
        map.put(
                "connection-routers",
                lost("applications of Restante connect to the database. Use the addresses of its driver for several"
                        + " hosts."));
        putAll(
                map,
                lost("Restante runs no code of a broker. Use a MessageObserver in the applications, see"
                        + " docs/how-to/tracing.md."),
                "broker-plugins",
                "remoting-incoming-interceptors",
                "remoting-outgoing-interceptors");
        map.put(
                "resource-limit-settings",
                lost("Restante does not limit the connections or queues of a user. Limit the connections in the"
                        + " database."));
        return Collections.unmodifiableMap(map);
    }
}
