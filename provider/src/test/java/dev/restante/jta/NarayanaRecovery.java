package dev.restante.jta;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.JMSException;
import javax.transaction.xa.XAResource;

/** Lets the recovery of Narayana ask a resource, until it is closed. */
final class NarayanaRecovery implements AutoCloseable {

    private final XAResourceRecoveryHelper helper;

    private NarayanaRecovery(XAResourceRecoveryHelper helper) {
        this.helper = helper;
    }

    /** Of a store. */
    static NarayanaRecovery of(RestanteXAConnectionFactory factory) throws JMSException {
        return new NarayanaRecovery(DocumentedRecovery.register(factory));
    }

    /** Of what takes part besides. */
    static NarayanaRecovery of(Partner partner) {
        XAResourceRecoveryHelper helper = new XAResourceRecoveryHelper() {
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
        return new NarayanaRecovery(helper);
    }

    @Override
    public void close() {
        XARecoveryModule.getRegisteredXARecoveryModule().removeXAResourceRecoveryHelper(helper);
    }
}
