package dev.restante.ra.outbound;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Session;

/** The modes in which applications ask for sessions. */
public final class SessionModes {

    private SessionModes() {}

    /** Refuses what is no mode. */
    public static void check(int mode) {
        if (mode < Session.SESSION_TRANSACTED || mode > Session.DUPS_OK_ACKNOWLEDGE) {
            throw new JMSRuntimeException("There is no session mode " + mode, ErrorCodes.INVALID_ARGUMENT);
        }
    }
}
