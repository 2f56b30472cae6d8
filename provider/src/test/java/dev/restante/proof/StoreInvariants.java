package dev.restante.proof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Statements about the rows of a store that is not in use, each as a query of the rows that contradict it. */
final class StoreInvariants {

    private static final String DELIVERIES_OF = "(SELECT COUNT(*) FROM restante_delivery d WHERE d.message = %s)";
    private static final String WITH_DIRECT = "((SELECT COUNT(*) FROM restante_delivery d WHERE d.message = %1$s)"
            + " + (SELECT COUNT(*) FROM restante_direct_delivery b WHERE b.message = %1$s))";

    private StoreInvariants() {}

    /** Returns the statements that are not true. */
    static List<String> violations(StoredRows rows) {
        List<String> violations = new ArrayList<>();
        queries(rows.hasDirectDeliveries()).forEach((statement, query) -> {
            long count = rows.count(query);
            if (count > 0) {
                violations.add("not true for " + count + " rows: " + statement);
            }
        });
        return violations;
    }

    private static String deliveriesOf(String message, boolean hasDirectDeliveries) {
        return String.format(Locale.ROOT, hasDirectDeliveries ? WITH_DIRECT : DELIVERIES_OF, message);
    }

    private static Map<String, String> queries(boolean direct) {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put(
                "each delivery has a message",
                """
                SELECT COUNT(*) FROM restante_delivery d
                WHERE NOT EXISTS (SELECT 1 FROM restante_message m WHERE m.id = d.message)""");
        queries.put(
                "each delivery has an entity that is not deleted",
                """
                SELECT COUNT(*) FROM restante_delivery d
                WHERE NOT EXISTS (SELECT 1 FROM restante_entity e
                  WHERE e.id = d.entity AND e.name NOT LIKE '$gone/%')""");
        queries.put(
                "each message has a delivery",
                "SELECT COUNT(*) FROM restante_message m WHERE " + deliveriesOf("m.id", direct) + " = 0");
        queries.put(
                "each shared message counts its deliveries",
                "SELECT COUNT(*) FROM restante_shared_message s WHERE s.remaining <> " + deliveriesOf("s.id", direct));
        queries.put(
                "only deliveries of prepared branches have an owner",
                "SELECT COUNT(*) FROM restante_delivery WHERE owner <> 0 AND state NOT IN (5, 6, 8)");
        queries.put("no message group has an owner", "SELECT COUNT(*) FROM restante_message_group WHERE owner <> 0");
        queries.put(
                "each last value is a delivery",
                """
                SELECT COUNT(*) FROM restante_last_value v
                WHERE NOT EXISTS (SELECT 1 FROM restante_delivery d WHERE d.id = v.delivery)""");
        queries.put(
                "each large body belongs to a message",
                """
                SELECT COUNT(*) FROM restante_large_body b WHERE NOT EXISTS (
                  SELECT 1 FROM restante_large_body_reference r JOIN restante_message m ON m.id = r.message
                  WHERE r.body = b.id)""");
        queries.put("no large body is retained", "SELECT COUNT(*) FROM restante_large_body_retention");
        queries.put(
                "each chunk belongs to a large body",
                """
                SELECT COUNT(*) FROM restante_large_body_chunk c
                WHERE NOT EXISTS (SELECT 1 FROM restante_large_body b WHERE b.id = c.body)""");
        queries.put(
                "each entity accepts deliveries",
                """
                SELECT COUNT(*) FROM restante_entity e WHERE e.name NOT LIKE '$gone/%'
                AND NOT EXISTS (SELECT 1 FROM restante_entity_presence p WHERE p.entity = e.id)""");
        queries.put("no deleted entity is left", "SELECT COUNT(*) FROM restante_entity e WHERE e.name LIKE '$gone/%'");
        queries.put(
                "each subscription has a topic",
                """
                SELECT COUNT(*) FROM restante_entity e WHERE e.kind = 3
                AND NOT EXISTS (SELECT 1 FROM restante_entity t WHERE t.id = e.parent)""");
        queries.put(
                "each rule has a subscription",
                """
                SELECT COUNT(*) FROM restante_subscription_rule r
                WHERE NOT EXISTS (SELECT 1 FROM restante_entity e WHERE e.id = r.subscription)""");
        if (direct) {
            queries.put(
                    "no direct delivery has an owner",
                    "SELECT COUNT(*) FROM restante_direct_delivery WHERE owner <> 0");
            queries.put(
                    "each direct delivery has a message",
                    """
                    SELECT COUNT(*) FROM restante_direct_delivery d WHERE d.header IS NULL
                    AND NOT EXISTS (SELECT 1 FROM restante_message m WHERE m.id = d.message)""");
        }
        return queries;
    }
}
