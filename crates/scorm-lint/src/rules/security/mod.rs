//! What may harm the learner or the LMS.
