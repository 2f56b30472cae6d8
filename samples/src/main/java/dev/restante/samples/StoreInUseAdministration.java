package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.LocalAccess;
import jakarta.jms.JMSException;

/** Sample that administers an embedded store which another process may have open. */
public final class StoreInUseAdministration {

    private StoreInUseAdministration() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        String url = SampleStore.url(arguments);
        try (RestanteConnectionFactory application = new RestanteConnectionFactory(url);
                RestanteAdmin admin = application.admin()) {
            admin.deleteQueue("visitors", true);
            admin.createQueue("visitors", QueueOptions.defaults());
        }
        // region tool
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLocalAccess(LocalAccess.TOOL);
        try (RestanteAdmin admin = factory.admin()) {
            System.out.println("waiting: " + admin.statistics("visitors").available());
        }
        // endregion
        factory.close();
    }
}
