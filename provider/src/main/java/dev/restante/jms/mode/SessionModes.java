package dev.restante.jms.mode;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.JdbcTransactionLookup;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/** The session modes by number: those of the specification and Restante's own. */
public final class SessionModes {

    static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    /** What ActiveMQ Classic calls INDIVIDUAL_ACKNOWLEDGE; so that code which was written for it runs unchanged. */
    private static final int CLASSIC_INDIVIDUAL_ACKNOWLEDGE = 4;

    /** How many completions of a DUPS_OK_ACKNOWLEDGE session may be under way. */
    private static final int DUPS_OK_WINDOW = 1_000;

    private SessionModes() {}

    /**
     * The mode with a number (CON-28, CON-29).
     *
     * @param joined where the application's transactions are found; unless it mixes, a connection that joins these has
     *     sessions for nothing else, whatever the number. Null where it does not
     */
    public static AcknowledgementMode open(
            int code, ConnectionServices connection, @Nullable JdbcTransactionLookup joined) throws JMSException {
        ModeServices services = ModeServices.of(connection);
        if (joined != null) {
            JoinedMode joining = new JoinedMode(connection, services, joined);
            return joined.mixes() ? new MixedMode(open(code, connection, null), joining, joined) : joining;
        }
        return switch (code) {
            case Session.SESSION_TRANSACTED ->
                new TransactedMode(services, connection.operations().unitOfWork());
            case Session.AUTO_ACKNOWLEDGE -> {
                int window = connection.options().autoAcknowledgeWindow();
                yield window == 0 ? new AutoMode(services) : new LazyMode(services, code, window);
            }
            case Session.CLIENT_ACKNOWLEDGE -> new ClientMode(services, ClientMode.Scope.SESSION, code);
            case Session.DUPS_OK_ACKNOWLEDGE -> new LazyMode(services, code, DUPS_OK_WINDOW);
            case ReceiveAndDeleteMode.CODE -> new ReceiveAndDeleteMode();
            case INDIVIDUAL_ACKNOWLEDGE, CLASSIC_INDIVIDUAL_ACKNOWLEDGE ->
                new ClientMode(services, ClientMode.Scope.MESSAGE, code);
            default ->
                throw new JMSException(
                        "There is no session mode " + code
                                + "; there are 0 SESSION_TRANSACTED, 1 AUTO, 2 CLIENT, 3 DUPS_OK, 100 RECEIVE_AND_DELETE, 101 (or 4) INDIVIDUAL",
                        ErrorCodes.INVALID_ARGUMENT);
        };
    }

    /**
     * The one number for the two arguments of the older calls; a non-transacted session can't have the mode of a
     * transacted one.
     */
    public static int number(boolean transacted, int acknowledgeMode) throws JMSException {
        if (transacted) {
            return Session.SESSION_TRANSACTED;
        }
        if (acknowledgeMode == Session.SESSION_TRANSACTED) {
            throw new JMSException(
                    "SESSION_TRANSACTED is not an acknowledgement mode of a non-transacted session",
                    ErrorCodes.INVALID_ARGUMENT);
        }
        return acknowledgeMode;
    }
}
