package dev.restante;

/**
 * Session modes beyond those of {@link jakarta.jms.Session}, for {@code createSession(int)} and
 * {@code createContext(int)}.
 */
public final class RestanteMessagingModes {

    /**
     * A message counts as consumed when it is handed over; there is nothing to acknowledge, and nothing comes back
     * after a failure (RCV-01).
     */
    public static final int RECEIVE_AND_DELETE = 100;

    /**
     * Each message is under a lock of its own and {@code acknowledge} completes that one message (RCV-02);
     * {@link PeekLock} settles it otherwise. The 4 of ActiveMQ Classic means the same.
     */
    public static final int INDIVIDUAL_ACKNOWLEDGE = 101;

    private RestanteMessagingModes() {}
}
