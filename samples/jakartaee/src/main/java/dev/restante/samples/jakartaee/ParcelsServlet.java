package dev.restante.samples.jakartaee;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * {@code POST /parcels?recipient=Ann} posts a parcel, {@code POST /parcels/next} delivers one; both with
 * {@code fail=true} fail at the end. {@code GET /parcels?recipient=Ann} tells what became of those for somebody.
 */
@WebServlet({"/parcels", "/parcels/next"})
public class ParcelsServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Parcels parcels;

    @Inject
    private transient Couriers couriers;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean fail = Boolean.parseBoolean(request.getParameter("fail"));
        PrintWriter out = response.getWriter();
        if (request.getServletPath().endsWith("/next")) {
            String delivered = fail ? couriers.deliverAndFail() : couriers.deliver();
            out.println(delivered == null ? "none" : delivered);
        } else {
            String recipient = request.getParameter("recipient");
            out.println(fail ? parcels.postAndFail(recipient) : parcels.post(recipient));
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PrintWriter out = response.getWriter();
        parcels.of(request.getParameter("recipient")).forEach(out::println);
    }
}
