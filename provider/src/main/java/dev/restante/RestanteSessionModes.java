package dev.restante;

/**
 * Session modes that Restante adds to those of {@link jakarta.jms.Session}, for {@code createSession(int)} and
 * {@code createContext(int)}.
 */
public final class RestanteSessionModes {

    /**
     * Mode in which a message counts as consumed when it is received. There is no acknowledgement, and no message is
     * delivered again after a failure (RCV-01).
     */
    public static final int RECEIVE_AND_DELETE = 100;

    /**
     * Mode in which each message has its own lock and {@code acknowledge} completes only that message (RCV-02).
     * {@link PeekLock} offers the other settlements. Mode 4 of ActiveMQ Classic has this meaning.
     */
    public static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    private RestanteSessionModes() {}
}
