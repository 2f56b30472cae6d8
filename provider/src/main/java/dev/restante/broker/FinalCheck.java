package dev.restante.broker;

/**
 * Query of the store that a receive call with a timeout makes before it returns no message (RCV-16).
 *
 * <p>Even if the timeout passes, a receive call returns no message only after the end of a query that started after the
 * call. Only the thread of the call uses this object.
 */
public interface FinalCheck {

    /**
     * Returns the time before the end of the call at which to call {@link #start}, in nanoseconds, so that the query
     * ends in time. The value is twice the duration of the last query, because another query may be running. It is 0
     * before the first query has ended.
     */
    long leadTimeNanos();

    /** Requests the query without waiting, unless a query that started after the call is running or has ended. */
    void start();

    /**
     * Waits briefly for the query to end. The caller then polls, and repeats both until this method returns true. An
     * interrupt ends the wait and stays set.
     *
     * @return true if one more poll returns any message that was available when the call began
     * @throws BrokerException with STORE_UNAVAILABLE if the store cannot say whether there is a message
     */
    boolean isComplete();
}
