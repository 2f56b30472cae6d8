package dev.restante.servers.throughput;

import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/**
 * Servlet that runs one round of the measurement. {@code POST /run?contender=restante&work=forward&messages=1000} fills
 * the queue, lets the beans of the provider process the messages, and returns the duration in microseconds.
 */
@WebServlet({"/ready", "/run"})
public class ThroughputServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final int BATCH = 200;
    private static final String TEXT = "x".repeat(1024);

    @Resource(lookup = "java:/jms/connectionFactory")
    private transient ConnectionFactory restante;

    @Resource(lookup = "java:/JmsXA")
    private transient ConnectionFactory artemis;

    @Inject
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().println("ready");
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        String contender = request.getParameter("contender");
        int messages = Integer.parseInt(request.getParameter("messages"));
        String work = request.getParameter("work");
        ConnectionFactory factory = contender.equals("restante") ? restante : artemis;
        try {
            ThroughputMeter.prepare(contender, messages, work);
            for (int sent = 0; sent < messages; sent += BATCH) {
                send(factory);
            }
            long nanos = ThroughputMeter.current(contender).measureNanos();
            if (work.equals("forward")) {
                int drained = 0;
                while (drained < messages) {
                    drained += drain(factory);
                }
            }
            response.getWriter().println(nanos / 1_000);
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new ServletException(failure);
        }
    }

    private void send(ConnectionFactory factory) throws Exception {
        transaction.begin();
        try (JMSContext context = factory.createContext()) {
            JMSProducer producer = context.createProducer();
            for (int i = 0; i < BATCH; i++) {
                producer.send(context.createQueue("throughput.in"), TEXT);
            }
        }
        transaction.commit();
    }

    /** Receives up to {@value #BATCH} forwarded messages in one transaction and returns their number. */
    private int drain(ConnectionFactory factory) throws Exception {
        int taken = 0;
        transaction.begin();
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue("throughput.out"))) {
            while (taken < BATCH && consumer.receive(5_000) != null) {
                taken++;
            }
        }
        transaction.commit();
        return taken;
    }
}
