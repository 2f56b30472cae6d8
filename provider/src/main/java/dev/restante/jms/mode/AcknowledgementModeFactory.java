package dev.restante.jms.mode;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.JdbcTransactionLookup;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/** Factory of acknowledgement modes by session mode number. */
public final class AcknowledgementModeFactory {

    static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    /** Number of INDIVIDUAL_ACKNOWLEDGE in ActiveMQ Classic, accepted for code that was written for it. */
    private static final int ACTIVEMQ_INDIVIDUAL_ACKNOWLEDGE = 4;

    /** Highest number of unfinished completions of a DUPS_OK_ACKNOWLEDGE session. */
    private static final int DUPS_OK_WINDOW = 1_000;

    private AcknowledgementModeFactory() {}

    /**
     * Creates the mode with a number (CON-28, CON-29).
     *
     * @param jdbcTransactions the lookup of application transactions, or null without joined transactions. All sessions
     *     of the connection ignore the number and use these transactions, unless the lookup allows a fallback.
     */
    public static AcknowledgementMode create(
            int sessionMode, ConnectionServices connection, @Nullable JdbcTransactionLookup jdbcTransactions)
            throws JMSException {
        if (jdbcTransactions != null) {
            JdbcTransactionMode jdbcMode = new JdbcTransactionMode(connection, jdbcTransactions);
            return jdbcTransactions.fallsBack()
                    ? new OptionalJdbcTransactionMode(create(sessionMode, connection, null), jdbcMode, jdbcTransactions)
                    : jdbcMode;
        }
        return switch (sessionMode) {
            case Session.SESSION_TRANSACTED ->
                new TransactedMode(connection.instrumentation().unitOfWork());
            case Session.AUTO_ACKNOWLEDGE -> {
                int window = connection.options().autoAcknowledgeWindow();
                yield window == 0
                        ? new AutoAcknowledgeMode(connection)
                        : new PipelinedAcknowledgeMode(connection, sessionMode, window);
            }
            case Session.CLIENT_ACKNOWLEDGE ->
                new ClientAcknowledgeMode(connection, ClientAcknowledgeMode.AcknowledgementScope.SESSION, sessionMode);
            case Session.DUPS_OK_ACKNOWLEDGE -> new PipelinedAcknowledgeMode(connection, sessionMode, DUPS_OK_WINDOW);
            case ReceiveAndDeleteMode.CODE -> new ReceiveAndDeleteMode();
            case INDIVIDUAL_ACKNOWLEDGE, ACTIVEMQ_INDIVIDUAL_ACKNOWLEDGE ->
                new ClientAcknowledgeMode(connection, ClientAcknowledgeMode.AcknowledgementScope.MESSAGE, sessionMode);
            default ->
                throw new JMSException(
                        "Unknown session mode " + sessionMode + ". The session modes are 0 SESSION_TRANSACTED, 1"
                                + " AUTO, 2 CLIENT, 3 DUPS_OK, 100 RECEIVE_AND_DELETE, 101 (or 4) INDIVIDUAL",
                        ErrorCodes.INVALID_ARGUMENT);
        };
    }

    /**
     * Returns the session mode for the arguments of the JMS 1.1 methods. Rejects SESSION_TRANSACTED as acknowledgement
     * mode of a non-transacted session.
     */
    public static int sessionMode(boolean transacted, int acknowledgeMode) throws JMSException {
        if (transacted) {
            return Session.SESSION_TRANSACTED;
        }
        if (acknowledgeMode == Session.SESSION_TRANSACTED) {
            throw new JMSException(
                    "SESSION_TRANSACTED is not an acknowledgement mode of a non-transacted session. Create a"
                            + " transacted session, or choose another mode.",
                    ErrorCodes.INVALID_ARGUMENT);
        }
        return acknowledgeMode;
    }
}
