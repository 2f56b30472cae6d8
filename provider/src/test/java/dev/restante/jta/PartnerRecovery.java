package dev.restante.jta;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import javax.transaction.xa.XAResource;

/** Registration of a partner at the recovery of Narayana, which ends when it is closed. */
final class PartnerRecovery implements AutoCloseable {

    private final XAResourceRecoveryHelper helper;

    PartnerRecovery(Partner partner) {
        this.helper = new XAResourceRecoveryHelper() {
            @Override
            public boolean initialise(String unused) {
                return true;
            }

            @Override
            public XAResource[] getXAResources() {
                return new XAResource[] {partner.resource()};
            }
        };
        XARecoveryModule.getRegisteredXARecoveryModule().addXAResourceRecoveryHelper(helper);
    }

    @Override
    public void close() {
        XARecoveryModule.getRegisteredXARecoveryModule().removeXAResourceRecoveryHelper(helper);
    }
}
