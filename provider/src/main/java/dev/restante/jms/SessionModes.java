package dev.restante.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** The session modes by number: those of the specification and Restante's own. */
final class SessionModes {

    static final int RECEIVE_AND_DELETE = 100;
    static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    /** What ActiveMQ Classic calls INDIVIDUAL_ACKNOWLEDGE; so that code which was written for it runs unchanged. */
    private static final int CLASSIC_INDIVIDUAL_ACKNOWLEDGE = 4;

    /** How many completions of a DUPS_OK_ACKNOWLEDGE session may be under way. */
    private static final int DUPS_OK_WINDOW = 1_000;

    private SessionModes() {}

    /** The mode with a number (CON-28, CON-29); whatever it is, a connection that joins the application's transactions has sessions for those only. */
    static AcknowledgementMode open(int code, RestanteConnection connection) throws JMSException {
        ModeServices services = connection.modeServices();
        JdbcTransactionLookup joined = connection.joined();
        if (joined != null) {
            return new JoinedMode(connection, joined);
        }
        return switch (code) {
            case Session.SESSION_TRANSACTED ->
                new TransactedMode(services, connection.broker().newUnitOfWork());
            case Session.AUTO_ACKNOWLEDGE -> {
                int window = connection.options().autoAcknowledgeWindow();
                yield window == 0 ? new AutoMode(services) : new LazyMode(services, code, window);
            }
            case Session.CLIENT_ACKNOWLEDGE -> new ClientMode(services, ClientMode.Scope.SESSION, code);
            case Session.DUPS_OK_ACKNOWLEDGE -> new LazyMode(services, code, DUPS_OK_WINDOW);
            case RECEIVE_AND_DELETE -> new ReceiveAndDeleteMode();
            case INDIVIDUAL_ACKNOWLEDGE, CLASSIC_INDIVIDUAL_ACKNOWLEDGE ->
                new ClientMode(services, ClientMode.Scope.MESSAGE, code);
            default ->
                throw new JMSException(
                        "There is no session mode " + code
                                + "; there are 0 SESSION_TRANSACTED, 1 AUTO, 2 CLIENT, 3 DUPS_OK, 100 RECEIVE_AND_DELETE, 101 (or 4) INDIVIDUAL",
                        ErrorCodes.INVALID_ARGUMENT);
        };
    }
}
