package dev.restante.jta;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XASession;
import javax.transaction.xa.XAResource;

/** How docs/transactions.md lets the recovery of Narayana know of a store. */
final class DocumentedRecovery {

    private DocumentedRecovery() {}

    static XAResourceRecoveryHelper register(RestanteXAConnectionFactory factory) throws JMSException {
        // region recovery
        XARecoveryModule recovery = XARecoveryModule.getRegisteredXARecoveryModule();
        XASession forRecovery = factory.createXAConnection().createXASession();
        XAResourceRecoveryHelper ofRestante = new XAResourceRecoveryHelper() {
            @Override
            public boolean initialise(String unused) {
                return true;
            }

            @Override
            public XAResource[] getXAResources() {
                return new XAResource[] {forRecovery.getXAResource()};
            }
        };
        recovery.addXAResourceRecoveryHelper(ofRestante);
        // endregion
        return ofRestante;
    }
}
