package dev.restante.ra.outbound;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Session;

/** Rule that rejects unknown session modes when an application component creates a session. */
public final class SessionModeRule {

    private SessionModeRule() {}

    /** Rejects an unknown mode. */
    public static void check(int mode) {
        if (mode < Session.SESSION_TRANSACTED || mode > Session.DUPS_OK_ACKNOWLEDGE) {
            throw new JMSRuntimeException("Unknown session mode " + mode, ErrorCodes.INVALID_ARGUMENT);
        }
    }
}
