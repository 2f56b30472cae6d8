package dev.restante.ra.outbound;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.JcaExceptionTranslation;

/**
 * Rule that says after which failures a managed connection is unusable (RA-31).
 *
 * <p>A connection is unusable if other nodes declared its node dead, or if it was closed. After an outage or a full
 * disk it works again, and another connection would not work earlier. Failures of a single call do not count. A
 * consumer that the application has closed also fails with the error code "closed".
 */
final class LostConnectionRule {

    private LostConnectionRule() {}

    static boolean isLost(Exception failure, PhysicalSession session) {
        String code = JcaExceptionTranslation.errorCode(failure);
        return ErrorCodes.NODE_FENCED.equals(code) || (ErrorCodes.CLOSED.equals(code) && !session.isOpen());
    }
}
