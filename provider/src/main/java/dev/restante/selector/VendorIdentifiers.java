package dev.restante.selector;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Identifiers that selectors of other JMS providers use for values that these providers give each message (BEY-10). The
 * table lists all of them. Any other name is a header field or a property, also a name of these providers that only
 * applications set.
 */
final class VendorIdentifiers {

    /** Prefix of an Artemis selector whose identifiers can contain hyphens. */
    static final String HYPHENATED_PREFIX = "hyphenated_props:";

    /** Meaning of an identifier of another provider. */
    sealed interface Meaning {}

    /**
     * Another name for a value that messages of Restante have.
     *
     * @param name the header field or property of Jakarta Messaging
     * @param spellings the texts of the other provider by the texts of Restante; empty if they are equal
     */
    record Alias(String name, Map<String, String> spellings) implements Meaning {}

    /**
     * Name of a value that messages of Restante do not have.
     *
     * @param provider the product that defines the name
     * @param remedy the header field, property or both that a selector can use instead
     */
    record Unsupported(String provider, String remedy) implements Meaning {}

    /** Functions that read the body of a message, followed by a literal. */
    static final Set<String> FUNCTIONS_OF_CLASSIC = Set.of("XPATH", "XQUERY");

    static final String SENDER_PROPERTY = "a property that the sender sets";

    /** Meanings by name; unmodifiable. The page docs/coming-from/README.md lists the same names. */
    static final Map<String, Meaning> TABLE = table();

    private VendorIdentifiers() {}

    private static Map<String, Meaning> table() {
        Map<String, Meaning> table = new HashMap<>();
        table.put("AMQUserID", new Alias("JMSMessageID", Map.of()));
        table.put("AMQPriority", new Alias("JMSPriority", Map.of()));
        table.put("AMQTimestamp", new Alias("JMSTimestamp", Map.of()));
        table.put("AMQGroupID", new Alias("JMSXGroupID", Map.of()));
        table.put(
                "AMQDurable",
                new Alias("JMSDeliveryMode", Map.of("PERSISTENT", "DURABLE", "NON_PERSISTENT", "NON_DURABLE")));
        unsupported(table, "ActiveMQ Artemis", SENDER_PROPERTY, "AMQAddress", "AMQExpiration", "AMQSize");

        String classic = "ActiveMQ Classic";
        unsupported(table, classic, "JMSTimestamp", "JMSActiveMQBrokerInTime");
        unsupported(table, classic, SENDER_PROPERTY, "JMSActiveMQBrokerOutTime", "JMSActiveMQBrokerPath");

        String mq = "IBM MQ";
        String typeOrProperty = "JMSType, or " + SENDER_PROPERTY;
        unsupported(table, mq, typeOrProperty, "JMS_IBM_MsgType", "JMS_IBM_Format");
        unsupported(table, mq, "JMSTimestamp", "JMS_IBM_PutDate", "JMS_IBM_PutTime");
        unsupported(table, mq, SENDER_PROPERTY, "JMS_IBM_PutApplType", "JMS_IBM_Encoding", "JMS_IBM_Character_Set");

        // Fields of the message descriptor of IBM MQ
        table.put("JMS_IBM_MQMD_Priority", new Alias("JMSPriority", Map.of()));
        unsupported(table, mq, "JMSDeliveryMode", "JMS_IBM_MQMD_Persistence");
        unsupported(table, mq, "JMSMessageID", "JMS_IBM_MQMD_MsgId");
        unsupported(table, mq, "JMSCorrelationID", "JMS_IBM_MQMD_CorrelId");
        unsupported(table, mq, "JMSXDeliveryCount", "JMS_IBM_MQMD_BackoutCount");
        unsupported(table, mq, "JMSXGroupID", "JMS_IBM_MQMD_GroupId");
        unsupported(table, mq, "JMSXGroupSeq", "JMS_IBM_MQMD_MsgSeqNumber");
        unsupported(table, mq, "JMSTimestamp", "JMS_IBM_MQMD_PutDate", "JMS_IBM_MQMD_PutTime");
        unsupported(table, mq, typeOrProperty, "JMS_IBM_MQMD_MsgType", "JMS_IBM_MQMD_Format");
        unsupported(
                table,
                mq,
                SENDER_PROPERTY,
                "JMS_IBM_MQMD_AccountingToken",
                "JMS_IBM_MQMD_ApplIdentityData",
                "JMS_IBM_MQMD_ApplOriginData",
                "JMS_IBM_MQMD_CodedCharSetId",
                "JMS_IBM_MQMD_Encoding",
                "JMS_IBM_MQMD_Expiry",
                "JMS_IBM_MQMD_Feedback",
                "JMS_IBM_MQMD_MsgFlags",
                "JMS_IBM_MQMD_Offset",
                "JMS_IBM_MQMD_OriginalLength",
                "JMS_IBM_MQMD_PutApplName",
                "JMS_IBM_MQMD_PutApplType",
                "JMS_IBM_MQMD_ReplyToQ",
                "JMS_IBM_MQMD_ReplyToQMgr",
                "JMS_IBM_MQMD_Report",
                "JMS_IBM_MQMD_UserIdentifier");

        String webSphere = "WebSphere";
        unsupported(table, webSphere, "JMSMessageID", "JMS_IBM_System_MessageID");
        unsupported(table, webSphere, "DeadLetterReason", "JMS_IBM_ExceptionReason");
        unsupported(table, webSphere, "DeadLetterErrorDescription", "JMS_IBM_ExceptionMessage");
        unsupported(table, webSphere, "DeadLetterSource", "JMS_IBM_ExceptionProblemDestination");
        unsupported(table, webSphere, SENDER_PROPERTY, "JMS_IBM_ExceptionTimestamp");
        return Map.copyOf(table);
    }

    private static void unsupported(Map<String, Meaning> table, String provider, String remedy, String... names) {
        for (String name : names) {
            table.put(name, new Unsupported(provider, remedy));
        }
    }
}
