package dev.restante.feature.bound;

import java.time.Duration;

/**
 * Kind of call that needs the database.
 *
 * @param name the class and the method, and after a space the special feature of this call
 * @param preparation the preparation of one call while the database answers
 * @param waits the time for which the call may wait for messages, besides its wait for the database
 */
record StoreCall(String name, Preparation preparation, Duration waits) {

    StoreCall(String name, Preparation preparation) {
        this(name, preparation, Duration.ZERO);
    }

    /** Preparation of one call by one caller. */
    interface Preparation {
        /** Makes everything that the call needs, and returns the call. */
        Action prepare(Caller caller) throws Exception;
    }

    /** Call under test. */
    interface Action {
        void run() throws Exception;
    }

    /** Returns the class and the method without the remark. */
    String method() {
        int space = name.indexOf(' ');
        return space < 0 ? name : name.substring(0, space);
    }

    @Override
    public String toString() {
        return name;
    }
}
