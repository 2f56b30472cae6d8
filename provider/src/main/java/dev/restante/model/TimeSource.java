package dev.restante.model;

/** A clock. Production uses {@link #SYSTEM}; tests move a clock of their own, so that no test sleeps. */
public interface TimeSource {

    /** The system's wall clock. */
    TimeSource SYSTEM = new TimeSource() {
        @Override
        public long millis() {
            return System.currentTimeMillis();
        }

        @Override
        public long realMillisUntil(long deadlineMillis) {
            return deadlineMillis - System.currentTimeMillis();
        }

        @Override
        public void onJump(Runnable listener) {}
    };

    /** Now, in epoch milliseconds. */
    long millis();

    /**
     * How many real milliseconds a thread has to wait until an instant of this source comes; {@link Long#MAX_VALUE}
     * where only a jump can bring it, zero or less where it has come.
     */
    long realMillisUntil(long deadlineMillis);

    /**
     * Registers a listener that runs each time when this source jumps, that is: moves otherwise than by real time
     * passing.
     */
    void onJump(Runnable listener);
}
